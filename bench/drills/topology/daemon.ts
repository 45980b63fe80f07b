/** Starts programs that are not ours, such as HAProxy. They are stopped at the end of the run, also when it is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { addCleanUp } from '../../harness/clean-up.ts'

export interface Daemon {
  readonly pid: number
  readonly child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

const STOP_TIMEOUT_MS = 10_000
/** Debian keeps programs of the administrator outside the PATH of other users. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']

function findProgram(name: string): string | undefined {
  return FOLDERS.map(folder => join(folder, name)).find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Returns the path of a program, or throws an error that tells how to install it. */
export function requireProgram(name: string, debianPackage: string): string {
  const found = findProgram(name)
  if (found === undefined)
    throw new Error(`This drill needs ${name}. Install it: apt-get install ${debianPackage}`)
  return found
}

export function startDaemon(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Daemon {
  // The kernel ends the program when this process was killed.
  const setpriv = requireProgram('setpriv', 'util-linux')
  const child = spawn(setpriv, ['--pdeathsig', 'TERM', command, ...args], {
    env: { PATH: FOLDERS.join(delimiter), LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', process.env.KERF_BENCH_LOG ? 2 : 'ignore', process.env.KERF_BENCH_LOG ? 2 : 'ignore'],
  })
  child.on('error', error => console.error(error.message))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
  }
  const stop = addCleanUp(() => end('SIGTERM'))
  return { pid: child.pid ?? 0, child, stop: signal => (signal === undefined ? stop() : end(signal)) }
}
