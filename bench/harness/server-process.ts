/** Starts the server as its own process, as in production: `node packages/server/dist/main.js`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { type Program, startProgram } from './processes.ts'

export interface Server extends Program {
  /** `http://localhost:PORT` */
  readonly url: string
  /** from the start of the process to its first response */
  readonly startupMs: number
}

const MAIN = new URL('../../packages/server/dist/main.js', import.meta.url)
const START_TIMEOUT_MS = 60_000

/** Polls `url` until it responds with 200. Returns the milliseconds this took. */
export async function waitForFirstResponse(program: Program, url: string): Promise<number> {
  const start = performance.now()
  for (;;) {
    const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return performance.now() - start
    if (program.child.exitCode !== null)
      throw new Error(`the program of ${url} ended before its first response`)
    if (performance.now() - start > START_TIMEOUT_MS) throw new Error(`${url} does not respond`)
    await sleep(3)
  }
}

/** `requestedPort` defaults to a free port. `PUBLIC_URL` defaults to the server's own URL. `main`: the program, by default the built one. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  requestedPort?: number,
  main = MAIN,
): Promise<Server> {
  const port = requestedPort ?? (await findFreePort())
  const url = `http://localhost:${port}`
  const program = startProgram(main, [], { PUBLIC_URL: url, ...env, PORT: String(port) })
  const startupMs = await waitForFirstResponse(program, `http://127.0.0.1:${port}/healthz`)
  return { ...program, url, startupMs }
}

/** Starts a reference server on a free port, which is its first argument. */
export async function startReference(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Program & { url: string; startupMs: number }> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const program = startProgram(file, [String(port), ...args], env)
  const startupMs = await waitForFirstResponse(program, `${url}/healthz`)
  return { ...program, url, startupMs }
}
