import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'

/** Writes the subset of the portal's typeface and its style sheet. */
export async function run() {
  await ensureInstalled('complete')
  return runNode(['scripts/build/subset-typeface.mjs'])
}
