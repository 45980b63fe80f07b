import { ensureInstalled } from '../bootstrap/install.mjs'
import { serverMain } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** The development server. Installs and builds everything it needs first. */
export async function run(args) {
  await ensureInstalled('product')
  await ensureBuilt()
  return runNode([serverMain, ...args], { env: { NODE_ENV: process.env.NODE_ENV || 'development' } })
}
