import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { logStatus } from './log-status.mjs'
import { currentNodeSuffices, explainLoaderError, findNode26 } from './node26.mjs'
import { parentProcesses } from './parent-processes.mjs'
import { root } from './paths.mjs'
import { UserError } from './user-error.mjs'

const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href
/** Exit code of a program whose shared libraries could not be loaded. */
const LOADER_ERROR_EXIT_CODE = 127
// Shorter than a start takes, so that the port is free for the next start.
const PARENT_POLL_INTERVAL_MS = 250

/** A terminal sends Ctrl-C to the whole foreground process group. Forwarding it would deliver it twice. */
function forwardSignals(child) {
  const forward = signal => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}

/** npm runs a script through a shell that forwards no signal. Ends the child when npm or that shell is gone. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const before = parentProcesses()
  return setInterval(() => {
    if (parentProcesses() !== before) child.kill('SIGTERM')
  }, PARENT_POLL_INTERVAL_MS).unref()
}

/**
 * Runs Node 26 with `args` in the repository's root folder, with shared standard streams. Resolves to its exit code
 * (128 + number for a signal). The child receives SIGTERM when this process ends for any reason.
 */
export function runNode(args, { env = {}, stdio = 'inherit', onSpawn } = {}) {
  const node = findNode26()
  const streams = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  const child = spawn(node, ['--import', exitWithParent, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [...streams, 'ipc'],
    serialization: 'json',
  })
  const stopForwarding = forwardSignals(child)
  const timer = stopWithNpm(child)
  onSpawn?.(child)
  return new Promise((resolve, reject) => {
    child.once('error', error => reject(new UserError(`${node} could not be started: ${error.message}`)))
    child.once('close', (code, signal) => {
      stopForwarding()
      clearInterval(timer)
      if (code === LOADER_ERROR_EXIT_CODE && !currentNodeSuffices) logStatus(explainLoaderError())
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
