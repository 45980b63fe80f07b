import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Compiles the texts and builds the portal and the server where their inputs changed; `texts` compiles only the texts. */
export async function run([only]) {
  await ensureInstalled('product')
  await ensureBuilt(only)
  return 0
}
