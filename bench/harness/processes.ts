/** Programs of a run, each a Node process of its own, ended with the run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atEnd } from './clean-up.ts'

export interface Program {
  readonly pid: number
  readonly child: ChildProcess
  /** Ends it with SIGTERM, after its patience with SIGKILL. */
  stop(): Promise<void>
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The server drains for up to thirty seconds. */
const PATIENCE = 35_000
/** Ends a program whose parent was killed, as production's own start does. */
const exitWithParent = new URL('../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href

/**
 * Starts `node file …args`, with a channel for messages. What it says on standard error is ours; its log is shown when
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
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', process.env.KERF_BENCH_LOG ? 2 : 'ignore', 'inherit', 'ipc'],
  })
  child.on('error', error => console.error(error.message))
  const stop = atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    await ended
    clearTimeout(late)
  })
  return { pid: child.pid ?? 0, child, stop }
}

/** Flags for every program of a run, e.g. `KERF_BENCH_NODE='--cpu-prof --cpu-prof-dir=/tmp/profiles'`. */
const nodeOptions = (): string[] => process.env.KERF_BENCH_NODE?.split(' ').filter(Boolean) ?? []

/** The first message of a program; rejects when it ends without one. */
export async function firstMessage<T>({ child }: Program): Promise<T> {
  const ended = new AbortController()
  const message = once(child, 'message', { signal: ended.signal })
  const exit = (code: number | null) => ended.abort(new Error(`a program of the run ended with code ${code}`))
  child.once('exit', exit)
  try {
    const [value] = (await message) as [T]
    return value
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error
  } finally {
    child.off('exit', exit)
  }
}
