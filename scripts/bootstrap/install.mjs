import { rmSync, writeFileSync } from 'node:fs'
import { fingerprint, installState, stampPath } from './install-state.mjs'
import { withLock } from './lock.mjs'
import { npm } from './npm.mjs'
import { cacheDir, root } from './paths.mjs'
import { say } from './say.mjs'

const satisfies = { complete: ['complete'], production: ['complete', 'production'] }

function writeStamp(state) {
  writeFileSync(stampPath, JSON.stringify({ fingerprint: fingerprint(), state }))
}

function tryWriteStamp(state) {
  try {
    writeStamp(state)
  } catch {
    // A tree that cannot be written only costs the comparison at each start.
  }
}

async function install(wanted, alsoHeldBy) {
  const began = Date.now()
  say('Installing packages (about a minute the first time) …')
  rmSync(stampPath, { force: true })
  rmSync(`${root}/node_modules/.package-lock.json`, { force: true })
  const kinds = wanted === 'production' ? ['--omit=dev'] : ['--include=dev']
  await npm(['ci', ...kinds, '--include=optional'], {
    onSpawn: alsoHeldBy,
    failure: "The packages could not be installed: see npm's message above.",
  })
  const state = installState()
  if (!satisfies[wanted].includes(state)) {
    say('npm left out packages that are needed here: check its configuration for "omit", "os" and "cpu".')
  }
  writeStamp(state)
  say(`Packages installed in ${((Date.now() - began) / 1000).toFixed(0)} s.`)
}

/**
 * Makes sure that the packages the lock file names are there; 'production' is content without the
 * development ones. Returns what is there. Two starts at once install once.
 */
export async function ensureInstalled(wanted = 'complete') {
  const state = installState()
  if (satisfies[wanted].includes(state)) {
    tryWriteStamp(state)
    return state
  }
  await withLock(
    `${cacheDir}/install.lock`,
    'Another process is installing packages; waiting for it …',
    async alsoHeldBy => {
      if (!satisfies[wanted].includes(installState())) await install(wanted, alsoHeldBy)
    },
  )
  return installState()
}
