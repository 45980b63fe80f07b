import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Unit and API tests that run again after a change; arguments are those of vitest, such as a part of a file name. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt('texts')
  return runNode(['node_modules/vitest/vitest.mjs', 'watch', ...args], { env: { NODE_ENV: 'test' } })
}
