import { ensureInstalled } from '../bootstrap/install.mjs'
import { installState } from '../bootstrap/install-state.mjs'
import { serverMain } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { UserError } from '../bootstrap/user-error.mjs'
import { ensureBuilt, isBuilt } from '../build/build.mjs'

/** A built tree without development packages runs as it is: offline, and without writing to the tree. */
export async function prepareProduction() {
  if (installState() === 'production') {
    if (!isBuilt()) {
      throw new UserError(
        'The product is not built, and the development packages that build it are absent: ' +
          'run "npm run build", then "npm prune --omit=dev" if you want to.',
      )
    }
    return
  }
  await ensureInstalled('product')
  await ensureBuilt()
}

/** The production server. */
export async function run(args) {
  await prepareProduction()
  return runNode([serverMain, ...args], { env: { NODE_ENV: process.env.NODE_ENV || 'production' } })
}
