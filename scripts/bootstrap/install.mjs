import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { withFileLock } from './file-lock.mjs'
import {
  allWorkspaces,
  compareWithLock,
  fingerprint,
  installState,
  isLockCurrent,
  npmRecordPath,
  productWorkspaces,
  stampPath,
  unfinishedPath,
} from './install-state.mjs'
import { logStatus } from './log-status.mjs'
import { npm } from './npm.mjs'
import { cacheDir, root } from './paths.mjs'
import { UserError } from './user-error.mjs'

/** Install states from the smallest to the largest; each one contains those before it. */
const STATES = ['missing', 'production', 'product', 'complete']
const contains = (state, required) => STATES.indexOf(state) >= STATES.indexOf(required)

const NPM_ARGUMENTS = {
  production: () => ['--omit=dev'],
  // Without peer dependencies: each is a direct dependency, too, or optional, such as TypeScript (32 MB).
  product: () => [
    '--include=dev',
    '--legacy-peer-deps',
    ...productWorkspaces().map(folder => `--workspace=${folder}`),
  ],
  complete: () => ['--include=dev'],
}

const STATUS_TEXTS = {
  production: 'Installing packages …',
  product: 'Installing packages (about half a minute the first time) …',
  complete: 'Installing packages and the tools of tests and checks …',
}

function writeStamp(state) {
  writeFileSync(stampPath, JSON.stringify({ fingerprint: fingerprint(), state }))
}

function tryWriteStamp(state) {
  try {
    writeStamp(state)
  } catch {
    // Without a stamp (a read-only tree), each start compares the lock file with the folders.
  }
}

/** npm does not repair an interrupted install: it trusts every folder that has a package.json. */
function removeUnfinishedInstall() {
  if (!existsSync(unfinishedPath) && existsSync(npmRecordPath)) return
  for (const folder of allWorkspaces())
    rmSync(`${root}/${folder}/node_modules`, { recursive: true, force: true })
}

/**
 * Not `npm ci`: it rejects a lock file that lacks an entry for another platform's optional package, and it deletes an
 * intact tree before it starts. `npm install --no-save` follows the lock file as well.
 */
async function install(required, addLockOwner) {
  const startedAt = Date.now()
  if (!isLockCurrent())
    throw new UserError(
      'package.json and package-lock.json disagree: run "npm install" and commit its lock file.',
    )
  logStatus(STATUS_TEXTS[required])
  removeUnfinishedInstall()
  writeFileSync(unfinishedPath, '')
  rmSync(stampPath, { force: true })
  await npm(['install', '--no-save', '--include=optional', ...NPM_ARGUMENTS[required]()], {
    onSpawn: addLockOwner,
    failureText: 'The packages could not be installed. The output of npm is above.',
  })
  const state = compareWithLock()
  if (!contains(state, required)) {
    throw new UserError(
      'npm left out packages that this platform needs: check "omit", "os" and "cpu" in its configuration.',
    )
  }
  writeStamp(state)
  rmSync(unfinishedPath, { force: true })
  logStatus(`Packages installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`)
}

/**
 * Installs the packages of the lock file that are missing. `required` is 'production' (run a built product), 'product'
 * (build and run it) or 'complete' (tests and checks too). Returns the resulting state. Of two processes that call it
 * at the same time, one installs and the other waits.
 */
export async function ensureInstalled(required) {
  const state = installState()
  if (contains(state, required)) {
    tryWriteStamp(state)
    return state
  }
  await withFileLock(
    `${cacheDir}/install.lock`,
    'Another process is installing packages; waiting for it …',
    async addLockOwner => {
      if (!contains(installState(), required)) await install(required, addLockOwner)
    },
  )
  return installState()
}
