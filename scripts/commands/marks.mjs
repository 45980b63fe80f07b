import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'

/** Renders the marks of mails. */
export async function run() {
  await ensureInstalled('complete')
  return runNode(['scripts/build/render-marks.mjs'])
}
