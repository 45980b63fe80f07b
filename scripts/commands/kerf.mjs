import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { operatorMain } from '../bootstrap/paths.mjs'
import { ensureBuilt, isBuilt } from '../build/build.mjs'

/** The operator's command line; it needs the compiled texts, not the portal. */
export async function run(args) {
  const state = await ensureInstalled('production')
  if (state === 'complete' || !isBuilt()) await ensureBuilt('texts')
  return handOver([operatorMain, ...args])
}
