/** `main.ts` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** all it has written so far */
  output(): string
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL: no chance to finish anything. */
  kill(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const START = 20_000

export async function spawnServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  const ended = once(child, 'exit') as Promise<[number | null]>
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk
      const port = /is ready: http\S*?:(\d+)/.exec(written)?.[1]
      if (port) ready.resolve(`http://127.0.0.1:${port}`)
    })
  void ended.then(() => ready.reject(new Error(`the server ended before it listened:\n${written}`)))
  const late = setTimeout(() => ready.reject(new Error(`the server does not start:\n${written}`)), START)
  const url = await ready.promise.finally(() => clearTimeout(late))

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = await ended
    return code
  }
  return {
    url,
    child,
    output: () => written,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}
