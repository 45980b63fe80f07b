import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { serverMain } from '../bootstrap/paths.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** The development server: everything it needs is installed and built first. */
export async function run(args) {
  await ensureInstalled()
  await ensureBuilt()
  return handOver([serverMain, ...args], { env: { NODE_ENV: process.env.NODE_ENV || 'development' } })
}
