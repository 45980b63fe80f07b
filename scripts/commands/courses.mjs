import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'

/** Draws and encodes the lessons: `courses/make.ts`, whose types only a newer Node than npm's may strip. */
export async function run(args) {
  await ensureInstalled('complete')
  return runNode(['courses/make.ts', ...args])
}
