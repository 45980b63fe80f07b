import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Benchmarks and budgets. Prints each figure with its limit. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt()
  return runNode(['bench/main.ts', ...args])
}
