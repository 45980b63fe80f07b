/** What the tests of commands that act on a running server share: the server, and calls of `kerf` on its installation. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  signIn as signInTo,
  stateOf as stateOfServer,
  tokenOf as tokenOfServer,
} from '../../server/test/account-centre/helpers.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../server/test/harness.ts'
import type { Business, Person } from '../../server/test/people.ts'
import { kerf } from './cli.ts'
import { newKey, root } from './test-root.ts'

export let server: TestServer

let env: Record<string, string>
let dataDir: string

/** One server a file. */
export function useServer(options: Pick<TestServerOptions, 'processes'> = {}): void {
  beforeAll(async () => {
    const KERF_MASTER_KEY = newKey()
    dataDir = mkdtempSync(join(tmpdir(), 'kerf-operator-'))
    server = await startTestServer({ ...options, env: { KERF_MASTER_KEY } })
    env = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, KERF_MASTER_KEY, KERF_OPERATOR: 'lin' }
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true })
  })
}

/** `answer`: typed at a prompt; without one there is no terminal. */
export async function run(words: readonly string[], answer?: string) {
  const out: string[] = []
  const err: string[] = []
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  if (answer !== undefined) input.write(`${answer}\n`)
  const terminal = { input, output: new PassThrough() }
  const code = await kerf(words, {
    env,
    root,
    terminal,
    out: line => out.push(line),
    err: line => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

export async function runJson(...words: string[]) {
  const { code, out, err } = await run([...words, '--json', '--yes'])
  expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
  return JSON.parse(out)
}

export const signIn = (who: Person | Business, password?: string): ReturnType<typeof signInTo> =>
  signInTo(server, who, password)
export const tokenOf = (who: Person | Business): Promise<string> => tokenOfServer(server, who)
export const stateOf = (token: string): Promise<number> => stateOfServer(server, token)

/** What the record holds of an operator's act, the latest first. */
export const audited = (event: string, uid: string | null) =>
  server.sql(
    `select operator, outcome, detail from audit_event where event = $1 and uid is not distinct from $2
      order by id desc`,
    event,
    uid,
  )
