import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Load tests and budgets; prints each result beside its limit. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt()
  return runNode(['bench/main.ts', ...args])
}
