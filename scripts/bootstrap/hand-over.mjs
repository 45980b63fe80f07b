import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { callers } from './callers.mjs'
import { explainLoaderFailure, findNode26, runningIsEnough } from './node26.mjs'
import { root } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { say } from './say.mjs'

const leaveWithParent = new URL('./leave-with-parent.mjs', import.meta.url).href
const loaderFailed = 127
// Shorter than a start takes, so that the port is free for the next one.
const parentPollMs = 250

/** A terminal sends Ctrl-C to the whole foreground group: forwarding it would deliver it twice. */
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

/** npm runs a script through a shell that passes no signal on: when one of the two is gone, nobody is left. */
function leaveWithNpm(child) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const before = callers()
  return setInterval(() => {
    if (callers() !== before) child.kill('SIGTERM')
  }, parentPollMs).unref()
}

/**
 * Runs Node 26 with `args` in the checkout's root, standard streams shared, and resolves to its exit code
 * (128 + number for a signal). The child ends with SIGTERM when this process dies, however it dies.
 */
export function handOver(args, { env = {}, stdio = 'inherit', onSpawn } = {}) {
  const node = findNode26()
  const streams = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  const child = spawn(node, ['--import', leaveWithParent, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [...streams, 'ipc'],
    serialization: 'json',
  })
  const stopForwarding = forwardSignals(child)
  const timer = leaveWithNpm(child)
  onSpawn?.(child)
  return new Promise((resolve, reject) => {
    child.once('error', error => reject(new Refusal(`${node} could not be started: ${error.message}`)))
    child.once('close', (code, signal) => {
      stopForwarding()
      clearInterval(timer)
      if (code === loaderFailed && !runningIsEnough) say(explainLoaderFailure())
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
