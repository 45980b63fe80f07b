import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Compiles the texts, builds the portal and joins the server where their inputs changed; `texts` alone stops after the texts. */
export async function run([only]) {
  await ensureInstalled()
  await ensureBuilt(only)
  return 0
}
