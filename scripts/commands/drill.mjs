import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Drills: break a running installation on purpose and compare what happens with the reliability promises. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt()
  return runNode(['bench/drills/main.ts', ...args])
}
