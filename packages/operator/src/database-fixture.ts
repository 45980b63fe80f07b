/** For tests of commands that need a database but no server: a migrated database and data folder for each test. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@kerf/server/platform/db/database'
import { afterEach, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/test/support/test-database.ts'
import { callCli, newKey } from './cli-fixture.ts'

let database: TestDatabase
/** For `sql`: to open a database costs more than most statements of tests. */
let shared: Promise<Database> | undefined
export let dataDir: string
export let env: Record<string, string>

/** Creates a database and a data folder for each test of the file. */
export function useDatabase(): void {
  beforeEach(async () => {
    database = await createTestDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'kerf-operator-'))
    env = { DATABASE_URL: database.url, DATA_DIR: dataDir, KERF_MASTER_KEY: newKey() }
  })
  afterEach(async () => {
    await (await shared)?.close()
    shared = undefined
    await rm(dataDir, { recursive: true })
    await database.drop()
  })
}

/** `answer`: typed at a prompt. Without an answer there is no terminal. */
export const run = (
  words: readonly string[],
  more: Record<string, string> = {},
  answer?: string,
  identity?: Parameters<typeof callCli>[3],
) => callCli(words, { ...env, ...more }, answer, identity)

export async function runJson(words: string[], more?: Record<string, string>) {
  const { code, out, err } = await run([...words, '--json'], more)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const open = (poolSize: number) => openDatabase({ url: database.url, poolSize, onError: () => {} })

/** Opens the database as the server does. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await open(1)
  return work(db).finally(() => db.close())
}

export async function sql(text: string, values: unknown[] = []) {
  // A statement that waits for a lock holds up no other.
  shared ??= open(4)
  return (await (await shared).query({ text, values })).rows
}

/** Command line that creates an enterprise account. */
export const CREATE_ACME = [
  'enterprise',
  'create',
  '--account',
  'Acme-01',
  '--email',
  'ops@acme.example',
  '--name',
  'Acme 激光',
]
