import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Pictures of every screen from the running product, written to `gallery/`. */
export async function run(args) {
  await ensureInstalled()
  await ensureBuilt()
  return handOver(['e2e/gallery/main.ts', ...args])
}
