/** Starts programs as their own Node processes. They are stopped at the end of the run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { addCleanUp } from './clean-up.ts'

export interface Program {
  readonly pid: number
  readonly child: ChildProcess
  /** Sends SIGTERM, and SIGKILL after a timeout. */
  stop(): Promise<void>
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Ids of the processes that a process has started, on Linux. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Longer than the 30 s for which the server drains connections. */
const STOP_TIMEOUT_MS = 35_000
/** Module that ends a program when its parent was killed; `npm start` uses it too. */
const exitWithParent = new URL('../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href

/**
 * Starts `node file …args` with an IPC channel. Its standard error is inherited. Its log is shown when
 * `KERF_BENCH_LOG` is set.
 */
export function startProgram(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Program {
  const options = ['--import', exitWithParent, ...nodeOptions()]
  const child = spawn(process.execPath, [...options, fileURLToPath(file), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', MAIL_FROM: 'no-reply@kerf.test', ...env },
    stdio: ['ignore', process.env.KERF_BENCH_LOG ? 2 : 'ignore', 'inherit', 'ipc'],
  })
  child.on('error', error => console.error(error.message))
  const stop = addCleanUp(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(killTimer)
  })
  return { pid: child.pid ?? 0, child, stop }
}

/** Node options for every program of a run, e.g. `KERF_BENCH_NODE='--cpu-prof --cpu-prof-dir=/tmp/profiles'`. */
const nodeOptions = (): string[] => process.env.KERF_BENCH_NODE?.split(' ').filter(Boolean) ?? []

/** Returns the first message of a program. Rejects when the program ends without one. */
export async function firstMessage<T>({ child }: Program): Promise<T> {
  const ended = new AbortController()
  const message = once(child, 'message', { signal: ended.signal })
  const onExit = (code: number | null) => ended.abort(new Error(`the program exited with code ${code}`))
  child.once('exit', onExit)
  try {
    const [value] = (await message) as [T]
    return value
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error
  } finally {
    child.off('exit', onExit)
  }
}
