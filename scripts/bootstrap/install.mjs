import { existsSync, rmSync, writeFileSync } from 'node:fs'
import {
  compareWithLock,
  fingerprint,
  installState,
  lockFits,
  npmRecord,
  stampPath,
  unfinished,
  workspaces,
} from './install-state.mjs'
import { withLock } from './lock.mjs'
import { npm } from './npm.mjs'
import { cacheDir, root } from './paths.mjs'
import { Refusal } from './refusal.mjs'
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

/** What npm left half-done is not repaired by npm itself: it trusts a folder that has a package.json. */
function removeUnfinished() {
  if (!existsSync(unfinished) && existsSync(npmRecord)) return
  for (const folder of workspaces())
    rmSync(`${root}/${folder}/node_modules`, { recursive: true, force: true })
}

/**
 * Not `npm ci`: it refuses a lock file that lacks an entry for some other platform's optional package, and it
 * deletes a good tree to begin with. `npm install` without saving keeps to the lock file just as well.
 */
async function install(wanted, alsoHeldBy) {
  const began = Date.now()
  if (!lockFits())
    throw new Refusal(
      'package.json and package-lock.json disagree: run "npm install" and keep its lock file.',
    )
  say('Installing packages (about a minute the first time) …')
  removeUnfinished()
  writeFileSync(unfinished, '')
  rmSync(stampPath, { force: true })
  const kinds = wanted === 'production' ? '--omit=dev' : '--include=dev'
  await npm(['install', '--no-save', kinds, '--include=optional'], {
    onSpawn: alsoHeldBy,
    failure: 'The packages could not be installed. What npm said stands above.',
  })
  const state = compareWithLock()
  if (!satisfies[wanted].includes(state)) {
    throw new Refusal(
      'npm left out packages that are needed here: look into its configuration for "omit", "os" and "cpu".',
    )
  }
  writeStamp(state)
  rmSync(unfinished, { force: true })
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
