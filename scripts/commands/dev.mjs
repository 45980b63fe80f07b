import { watch } from 'node:fs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { logStatus } from '../bootstrap/log-status.mjs'
import { root, serverMain } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

const WATCHED_FOLDERS = ['packages', 'brands', 'locales']
const IGNORED = /(^|[\\/])(node_modules|dist|generated|\.[^\\/]*)([\\/]|$)|\.test\.tsx?$/
const DEBOUNCE_MS = 150

/** Resolves after a source changed, once no other change follows for `DEBOUNCE_MS`. */
function nextChange() {
  return new Promise(resolve => {
    let timer
    const watchers = WATCHED_FOLDERS.map(folder =>
      watch(`${root}/${folder}`, { recursive: true }, (_, name) => {
        if (!name || IGNORED.test(name)) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          for (const watcher of watchers) watcher.close()
          resolve()
        }, DEBOUNCE_MS)
      }),
    )
  })
}

/** Whether the build succeeded. The previous portal and server stay while a build fails. */
async function tryBuild() {
  try {
    await ensureBuilt()
    return true
  } catch (error) {
    logStatus(error.message)
    return false
  }
}

/** Resolves after a source changed and everything was built. */
async function nextBuild() {
  do await nextChange()
  while (!(await tryBuild()))
  return 'built'
}

/** The development server, rebuilt and restarted when a source changes. Ctrl-C ends it. */
export async function run(args) {
  await ensureInstalled('product')
  await tryBuild()
  const env = { NODE_ENV: process.env.NODE_ENV || 'development' }
  for (;;) {
    let server
    const ended = runNode([serverMain, ...args], { env, onSpawn: child => (server = child) })
    const build = nextBuild()
    const first = await Promise.race([ended, build])
    if (first === 'built') {
      server.kill('SIGTERM')
      await ended
      continue
    }
    if (first === 0 || first > 128) process.exit(first)
    logStatus(`The server ended with exit code ${first}. It starts again after the next change.`)
    await build
  }
}
