import { watch } from 'node:fs'
import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { root, serverMain } from '../bootstrap/paths.mjs'
import { say } from '../bootstrap/say.mjs'
import { ensureBuilt } from '../build/build.mjs'

const watched = ['packages', 'brands', 'locales']
const ignored = /(^|[\\/])(node_modules|dist|generated|\.[^\\/]*)([\\/]|$)|\.test\.tsx?$/
const settleMs = 150

/** Resolves when a source changed and no other followed for a moment. */
function nextChange() {
  return new Promise(resolve => {
    let timer
    const watchers = watched.map(folder =>
      watch(`${root}/${folder}`, { recursive: true }, (_, name) => {
        if (!name || ignored.test(name)) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          for (const watcher of watchers) watcher.close()
          resolve()
        }, settleMs)
      }),
    )
  })
}

/** Keeps the old portal and server while the new one cannot be built. */
async function rebuild() {
  try {
    await ensureBuilt()
    return true
  } catch (error) {
    say(error.message)
    return false
  }
}

/** Resolves when a source changed and everything could be built. */
async function changed() {
  do await nextChange()
  while (!(await rebuild()))
  return 'changed'
}

/** The development server, rebuilt where needed and restarted when a source changes. Ctrl-C ends it. */
export async function run(args) {
  await ensureInstalled()
  await rebuild()
  const env = { NODE_ENV: process.env.NODE_ENV || 'development' }
  for (;;) {
    let server
    const ended = handOver([serverMain, ...args], { env, onSpawn: child => (server = child) })
    const change = changed()
    const first = await Promise.race([ended, change])
    if (first === 'changed') {
      server.kill('SIGTERM')
      await ended
      continue
    }
    if (first === 0 || first > 128) process.exit(first)
    say(`The server ended with exit code ${first}; it is started again after a change.`)
    await change
  }
}
