import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Takes screenshots of every screen of the running product and writes them to `gallery/`. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt()
  return runNode(['e2e/gallery/main.ts', ...args])
}
