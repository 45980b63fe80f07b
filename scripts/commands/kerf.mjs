import { ensureInstalled } from '../bootstrap/install.mjs'
import { operatorMain } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt, isBuilt } from '../build/build.mjs'

/** The operator's command line. It needs the compiled texts, not the portal. */
export async function run(args) {
  const state = await ensureInstalled(isBuilt() ? 'production' : 'product')
  if (state !== 'production') await ensureBuilt('texts')
  return runNode([operatorMain, ...args])
}
