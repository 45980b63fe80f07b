/** Runs `main.ts` as a child process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** everything written to stdout and stderr so far */
  output(): string
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const START_TIMEOUT_MS = 20_000

export async function spawnServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  // As the tests themselves: packages of the repository resolve to their sources, which need no build.
  const child = spawn(process.execPath, ['--conditions=kerf-source', MAIN], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  const exited = once(child, 'exit') as Promise<[number | null]>
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk
      const port = /is ready: http\S*?:(\d+)/.exec(written)?.[1]
      if (port) ready.resolve(`http://127.0.0.1:${port}`)
    })
  void exited.then(() => ready.reject(new Error(`the server exited before it was ready:\n${written}`)))
  const timer = setTimeout(
    () => ready.reject(new Error(`the server did not start in time:\n${written}`)),
    START_TIMEOUT_MS,
  )
  const url = await ready.promise.finally(() => clearTimeout(timer))

  const terminate = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    url,
    child,
    output: () => written,
    stop: () => terminate('SIGTERM'),
    async kill() {
      await terminate('SIGKILL')
    },
  }
}
