/** For tests of commands that act on a running server: one server per file, and `kerf` on its installation. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  signIn as signInTo,
  sessionCode as stateOfServer,
  signInToken as tokenOfServer,
} from '../../server/test/account-center/fixtures.ts'
import type { Business, Person } from '../../server/test/support/accounts.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../server/test/support/test-server.ts'
import { callCli, newKey } from './cli-fixture.ts'
import type { OperatorIdentity } from './input/operator-identity.ts'

export let server: TestServer

let env: Record<string, string>
let dataDir: string

/** Starts one server for the test file. `more`: environment of server and command. */
export function useServer(
  options: Pick<TestServerOptions, 'processes'> & { readonly more?: Readonly<Record<string, string>> } = {},
): void {
  const { more = {}, ...ofServer } = options
  beforeAll(async () => {
    const settings = { KERF_MASTER_KEY: newKey(), ...more }
    dataDir = mkdtempSync(join(tmpdir(), 'kerf-operator-'))
    server = await startTestServer({ ...ofServer, env: settings })
    env = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, ...settings }
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true })
  })
}

/** `answer`: typed at a prompt. Without an answer there is no terminal. */
export const run = (words: readonly string[], answer?: string, identity?: OperatorIdentity) =>
  callCli(words, env, answer, identity)

/** The second operator. */
export const MEI: OperatorIdentity = { name: 'mei', source: 'login:1002' }

/** Reads the request on a terminal, and approves it. */
export const approve = (id: string) => run(['approval', 'approve', id], 'y', MEI)

/** Runs an act of two persons: asked for, approved by another operator, carried out. Returns its answer. */
export async function runApproved(...words: string[]) {
  const asked = await run([...words, '--json', '--yes'])
  expect({ words, code: asked.code, err: asked.err }).toMatchObject({ words, code: 3 })
  const { id } = JSON.parse(asked.out).approval
  const approved = await approve(id)
  expect(approved).toMatchObject({ code: 0 })
  const { code, out, err } = await run([...words, '--json', '--yes'])
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
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

/** Audit events of an operator, newest first. */
export const audited = (event: string, uid: string | null) =>
  server.sql(
    `select operator, outcome, detail from audit_event where event = $1 and uid is not distinct from $2
      order by id desc`,
    event,
    uid,
  )
