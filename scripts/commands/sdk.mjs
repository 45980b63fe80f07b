import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'

/** Prints the released versions of the embed SDK with their hashes; `release` adds the current one. */
export async function run(args) {
  await ensureInstalled('product')
  return runNode(['packages/embed/build/release.ts', ...args])
}
