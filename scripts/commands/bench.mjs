import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Load and budgets, each run printed beside its limit. */
export async function run(args) {
  await ensureInstalled()
  await ensureBuilt()
  return handOver(['bench/main.ts', ...args])
}
