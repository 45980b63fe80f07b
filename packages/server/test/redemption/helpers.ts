/** Helpers of the redemption tests: creates benefits and codes as an operator, and accounts that redeem them. */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { loadInstallationKeys } from '../../src/operations/installation/load-installation-keys.ts'
import { createBenefit } from '../../src/operations/redemption/benefits.ts'
import { createCodes, importCodes } from '../../src/operations/redemption/code-batches.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { sha256 } from '../../src/platform/keys/secrets.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { type Person, type PersonOptions, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

/** Master key of the server under test and of its operator. */
export const MASTER_KEY = sha256('a key of these tests').toString('base64url')

/** Runs operations on the server's database, as the command line does. */
export async function runAsOperator<T>(
  server: TestServer,
  work: (db: Database, keys: Awaited<ReturnType<typeof loadInstallationKeys>>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({
    ...{ url: server.databaseUrl, poolSize: 1, onError: () => {} },
    // One operator may wait until the whole operation of another one has ended.
    statementTimeoutMs: 60_000,
  })
  const config = { masterKey: MASTER_KEY, dataDir: '' } as Config
  try {
    return await work(db, await loadInstallationKeys(db, config))
  } finally {
    await db.close()
  }
}

export interface CreatedCodes {
  readonly benefit: string
  readonly batch: string
  readonly codes: readonly string[]
}

export interface CodeOptions {
  readonly count?: number
  readonly days?: number
  readonly expires?: string
  readonly apps?: readonly string[]
  /** codes to import instead of creating them */
  readonly lines?: readonly string[]
}

export const createTestCodes = (server: TestServer, wanted: CodeOptions = {}): Promise<CreatedCodes> =>
  runAsOperator(server, async (db, keys) => {
    const { count = 1, days = 30, expires, apps = [], lines } = wanted
    const operator = 'lin'
    const names = { nameEn: 'A year of birch', nameZh: '一年桦木' }
    const benefit = await createBenefit(db, { ...names, days, apps, operator })
    const batch = { benefit: benefit.id, expires, operator }
    const made = lines
      ? await importCodes(db, keys, { ...batch, lines })
      : await createCodes(db, keys, { ...batch, count })
    return { benefit: benefit.id, ...made }
  })

export const createTestCode = async (server: TestServer, wanted: CodeOptions = {}): Promise<string> =>
  (await createTestCodes(server, wanted)).codes[0] ?? ''

export interface Redeemer extends Person {
  readonly token: string
}

export async function newRedeemer(server: TestServer, options: PersonOptions = {}): Promise<Redeemer> {
  const person = await seedPerson(server, { hasPassword: false, ...options })
  return { ...person, token: await insertLiveSession(server, person.uid) }
}

/** `key`: the Idempotency-Key. */
export const redeemCode = (
  server: TestServer,
  { token }: Pick<Redeemer, 'token'>,
  code: unknown,
  { key, ...options }: CallOptions & { readonly key?: string } = {},
) =>
  server.call(
    redeem,
    { code },
    { token, ...(key !== undefined && { headers: { 'idempotency-key': key } }), ...options },
  )
