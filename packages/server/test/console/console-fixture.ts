/** The server's side of the console on a migrated database, without a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleCallName, ConsoleInput } from '@kerf/contract/console/console-calls'
import type { ConsoleFailure, ConsoleSession, ConsoleUndo } from '@kerf/contract/console/console-session'
import { afterAll, beforeAll } from 'vitest'
import { buildConsoleApi } from '../../src/operations/console/console-routes.ts'
import { inviteOperator } from '../../src/operations/operator/operators.ts'
import { currentOperatorEvidence, withOperatorEvidence } from '../../src/platform/audit/operator-evidence.ts'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { loadKeys, readMasterKey } from '../../src/platform/keys/keys.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { createTestDatabase } from '../support/test-database.ts'

export const ORIGIN = 'http://console.localhost:8090'
const HOST = 'console.localhost:8090'

export interface Answer {
  readonly status: number
  readonly body: ConsoleFailure & {
    readonly result?: unknown
    readonly undo?: ConsoleUndo
    readonly token?: string
    readonly session?: ConsoleSession
  }
}

export interface Why {
  readonly reason?: string
  readonly caseNumber?: string
}

export interface ConsoleFixture {
  readonly db: Database
  readonly url: string
  sql<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  post(path: string, body?: unknown, token?: string, host?: string): Promise<Answer>
  call<N extends ConsoleCallName>(token: string, name: N, input: ConsoleInput<N>, why?: Why): Promise<Answer>
  /** A new operator who has entered by an invitation of `by`. */
  enroll(
    name: string,
    roles: readonly string[],
    by?: string,
  ): Promise<{ token: string; passkey: SoftwareAuthenticator }>
  invite(name: string, roles?: readonly string[], by?: string): Promise<string>
  login(passkey: SoftwareAuthenticator): Promise<Answer>
  newPerson(email: string): Promise<string>
  failures: object[]
}

/** `consoleProvider`: of the company, known once its server listens. */
export function useConsole({
  consoleProvider,
}: {
  readonly consoleProvider?: () => Config['consoleProvider']
} = {}): ConsoleFixture {
  const fixture = {} as { -readonly [K in keyof ConsoleFixture]: ConsoleFixture[K] }
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const database = await createTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'kerf-console-'))
    const config = readConfig(
      { NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir, CONSOLE_HOST: HOST },
      dataDir,
    )
    const db = await openDatabase({ url: database.url, poolSize: 4, onError: () => undefined })
    const keys = await loadKeys(db, await readMasterKey(config.masterKey, dataDir))
    const failures: object[] = []
    let at = { host: HOST, origin: ORIGIN }
    const http = buildConsoleApi({
      target: { db, config: { ...config, consoleProvider: consoleProvider?.() }, keys },
      at: () => at,
      log: { error: details => void failures.push(details) },
    })
    const post: ConsoleFixture['post'] = async (path, body = {}, token = undefined, host = HOST) => {
      at = { host, origin: `http://${host}` }
      const answer = await http.inject({
        ...{ method: 'POST', url: path, payload: JSON.stringify(body) },
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      })
      at = { host: HOST, origin: ORIGIN }
      return { status: answer.statusCode, body: answer.json() }
    }
    const invite: ConsoleFixture['invite'] = async (name, roles, by = 'root') =>
      withOperatorEvidence(currentOperatorEvidence() ?? { source: 'login:0', stated: null }, async () => {
        const { token } = await inviteOperator(db, { name, roles, operator: by })
        return token
      })
    Object.assign(fixture, {
      ...{ db, url: database.url, post, invite, failures },
      async sql(text: string, values: unknown[] = []) {
        return (await db.query({ text, values })).rows
      },
      call: (token: string, name: string, input: unknown, why: Why = {}) =>
        post(`/call/${name.replaceAll(' ', '.')}`, { input, ...why }, token),
      async enroll(name: string, roles: readonly string[], by?: string) {
        const invitation = await invite(name, roles, by)
        const passkey = new SoftwareAuthenticator()
        const { body: options } = await post('/invitation/options', { invitation })
        const credential = passkey.create(options as never, { origin: ORIGIN })
        const { status, body } = await post('/invitation/accept', { invitation, credential })
        if (status !== 200 || body.token === undefined) throw new Error(JSON.stringify(body))
        return { token: body.token, passkey }
      },
      async login(passkey: SoftwareAuthenticator) {
        const { body: options } = await post('/login/options')
        return post('/login', { credential: passkey.get(options as never, { origin: ORIGIN }) })
      },
      async newPerson(email: string) {
        const { rows } = await db.query<{ uid: string }>({
          text: `with a as (insert into account (uid, kind, email, email_verified_at) values (gen_random_uuid(), 'personal', $1, now()) returning uid)
                 insert into sign_in_identifier (kind, value, uid) select 'email', $1, uid from a returning uid`,
          values: [email],
        })
        return rows[0]?.uid ?? ''
      },
    })
    close = async () => {
      await http.close()
      await db.close()
      await database.drop()
      rmSync(dataDir, { recursive: true })
    }
  })
  afterAll(() => close())
  return fixture
}
