/** The server as production runs it: `node packages/server/dist/main.js`, a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/server/src/platform/db/embedded/free-port.ts'
import { type Program, startProgram } from './processes.ts'

export interface Server extends Program {
  /** `http://localhost:PORT` */
  readonly url: string
  /** milliseconds from the start of the process to its first answer */
  readonly startedIn: number
}

const MAIN = new URL('../../packages/server/dist/main.js', import.meta.url)
const PATIENCE = 60_000

/** Milliseconds until `url` answers 200 for the first time, asked every few milliseconds. */
export async function untilItAnswers(program: Program, url: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return performance.now() - began
    if (program.child.exitCode !== null) throw new Error(`the program of ${url} ended before it answered`)
    if (performance.now() - began > PATIENCE) throw new Error(`${url} does not answer`)
    await sleep(3)
  }
}

/** `wanted`: the port where others expect it; any free one unless given. */
export async function startServer(env: Readonly<Record<string, string>>, wanted?: number): Promise<Server> {
  const port = wanted ?? (await freePort(0))
  const url = `http://localhost:${port}`
  const program = startProgram(MAIN, [], { ...env, PORT: String(port), PUBLIC_URL: url })
  const startedIn = await untilItAnswers(program, `http://127.0.0.1:${port}/healthz`)
  return { ...program, url, startedIn }
}

/** Starts a reference that says where it listens, `http://127.0.0.1:PORT`. */
export async function startReference(
  file: URL,
  args: readonly string[] = [],
): Promise<Program & { url: string; startedIn: number }> {
  const port = await freePort(0)
  const url = `http://127.0.0.1:${port}`
  const program = startProgram(file, [String(port), ...args])
  const startedIn = await untilItAnswers(program, `${url}/healthz`)
  return { ...program, url, startedIn }
}
