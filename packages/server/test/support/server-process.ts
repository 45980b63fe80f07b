/** Runs `main.ts` as a child process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface StartedProcess {
  readonly child: ChildProcess
  /** everything written to stdout and stderr so far */
  output(): string
  /** URL of the server; rejects if the process ends first */
  readonly ready: Promise<string>
  /** the exit code; null: ended by a signal */
  readonly exited: Promise<number | null>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

export interface ServerProcess extends StartedProcess {
  readonly url: string
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/**
 * As the tests themselves: packages of the repository resolve to their sources, which need no build. `npm test` names the bundle
 * that it has built, which takes half of the time to start.
 */
const PROGRAM = process.env.KERF_TEST_SERVER
  ? [process.env.KERF_TEST_SERVER]
  : ['--conditions=kerf-source', MAIN]
const START_TIMEOUT_MS = 110_000
/** Compiled modules, for the processes after the first: compiling takes half of the time that a process takes to start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../../.cache/test/compiled', import.meta.url))

/** Starts a process that need not become ready. */
export function startProcess(env: Readonly<Record<string, string>>): StartedProcess {
  const child = spawn(process.execPath, PROGRAM, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  const exited = (once(child, 'exit') as Promise<[number | null]>).then(([code]) => code)
  const ready = Promise.withResolvers<string>()
  ready.promise.catch(() => undefined)
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk
      const port = /is ready: http\S*?:(\d+)/.exec(written)?.[1]
      if (port) ready.resolve(`http://127.0.0.1:${port}`)
    })
  void exited.then(() => ready.reject(new Error(`the server exited before it was ready:\n${written}`)))

  const terminate = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  return {
    child,
    output: () => written,
    ready: ready.promise,
    exited,
    stop: () => terminate('SIGTERM'),
    async kill() {
      await terminate('SIGKILL')
    },
  }
}

/** Starts a process and waits until it serves. */
export async function spawnServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const started = startProcess(env)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`the server did not start in time:\n${started.output()}`)),
    START_TIMEOUT_MS,
  )
  const url = await Promise.race([started.ready, late.promise]).finally(() => clearTimeout(timer))
  return { ...started, url }
}
