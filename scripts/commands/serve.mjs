import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { installState } from '../bootstrap/install-state.mjs'
import { serverMain } from '../bootstrap/paths.mjs'
import { Refusal } from '../bootstrap/refusal.mjs'
import { ensureBuilt, isBuilt } from '../build/build.mjs'

/** A built tree without development packages is final: it is run as it is, offline and without a write. */
async function prepare() {
  const state = installState()
  if (state === 'production') {
    if (!isBuilt()) {
      throw new Refusal(
        'The product is not built and the development packages that build it are absent: ' +
          'run "npm run build", then "npm prune --omit=dev" if you like.',
      )
    }
    return
  }
  await ensureInstalled()
  await ensureBuilt()
}

/** The production server. */
export async function run(args) {
  await prepare()
  return handOver([serverMain, ...args], { env: { NODE_ENV: process.env.NODE_ENV || 'production' } })
}
