/** What the tests of the commands share: an installation of their own, and calls of `kerf` in it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type Database, openDatabase } from '@kerf/server/platform/db/database'
import { afterEach, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts'
import { kerf } from './cli.ts'
import { newKey, root } from './test-root.ts'

export { newKey, root }

let database: TestDatabase
export let dataDir: string
export let env: Record<string, string>
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'kerf-operator-'))
  env = { DATABASE_URL: database.url, DATA_DIR: dataDir, KERF_OPERATOR: 'lin', KERF_MASTER_KEY: newKey() }
})
afterEach(async () => {
  await rm(dataDir, { recursive: true })
  await database.drop()
})

export async function run(words: string[], more: Record<string, string> = {}, answer?: string) {
  const out: string[] = []
  const err: string[] = []
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  if (answer !== undefined) input.write(`${answer}\n`)
  const code = await kerf(words, {
    env: { ...env, ...more },
    root,
    terminal: { input, output: new PassThrough() },
    out: line => out.push(line),
    err: line => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

export async function runJson(words: string[], more?: Record<string, string>) {
  const { code, out, err } = await run([...words, '--json'], more)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** The database as the server has it. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url: database.url, poolSize: 1, onError: () => {} })
  return work(db).finally(() => db.close())
}

export const sql = async (text: string, values: unknown[] = []) =>
  (await withDatabase(db => db.query({ text, values }))).rows

export const ACME = [
  'enterprise',
  'create',
  '--account',
  'Acme-01',
  '--email',
  'ops@acme.example',
  '--name',
  'Acme 激光',
]
