/** Backs up a running installation and restores it into another database. */

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redeem } from '@kerf/contract/endpoints/redemption'
import type { ArchivePart } from '@kerf/server/operations/backup/archive-format'
import { BACKED_UP_TABLES } from '@kerf/server/operations/backup/backup-tables'
import { openArchive } from '@kerf/server/operations/backup/read-archive'
import { createScheduledBackups } from '@kerf/server/operations/backup/scheduled-backups'
import { createArchive } from '@kerf/server/operations/backup/write-archive'
import { readConfig } from '@kerf/server/platform/config/config'
import { type Database, openDatabase } from '@kerf/server/platform/db/database'
import { openFileStore } from '@kerf/server/platform/files/open-file-store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  fetchPicture,
  sessionCode,
  setAvatar,
  signIn,
  signInToken,
} from '../../../server/test/account-center/fixtures.ts'
import { type Person, seedBusiness, seedPerson, signUp } from '../../../server/test/support/accounts.ts'
import { RUNS_HEAVY } from '../../../server/test/support/corpora.ts'
import { startS3Server } from '../../../server/test/support/s3-server.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/test/support/test-database.ts'
import { PATIENT_DATABASE, startTestServer, useTestServer } from '../../../server/test/support/test-server.ts'
import { useFolder } from '../../../server/test/support/use-folder.ts'
import { callCli, newKey } from '../cli-fixture.ts'

const SN = 'KLW1200AB0123456789CDEF'
const STRAY = 'AAAAAAAAAAAAAAAA.webp'
const KERF_MASTER_KEY = newKey()

const run = (env: Record<string, string>, ...words: string[]) =>
  callCli(words, { KERF_MASTER_KEY, FILE_STORE, DATA_DIR: folder, KERF_OPERATOR: 'lin', ...env })
/** `words`: words separated by spaces; values that contain spaces follow in `more`. */
const kerfJson = async (env: Record<string, string>, words: string, ...more: string[]) => {
  const { code, out, err } = await run(env, ...words.split(' '), ...more, '--json', '--yes')
  expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
  return JSON.parse(out)
}
const source = () => ({ DATABASE_URL: server.databaseUrl })

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, poolSize: 1, onError: () => undefined })
  return work(db).finally(() => db.close())
}
const rowsIn = async (db: Database, table: string): Promise<string[]> => {
  const text = `select to_jsonb(t)::text as row from ${table} t order by 1`
  return (await db.query<{ row: string }>({ text })).rows.map(({ row }) => row)
}
const rowsAt = (url: string, table: string): Promise<string[]> => withDatabase(url, db => rowsIn(db, table))
/** The rows of each table of a backup. */
const allRowsAt = (url: string): Promise<Map<string, string[]>> =>
  withDatabase(url, async db => {
    const all = new Map<string, string[]>()
    for (const table of BACKED_UP_TABLES) all.set(table, await rowsIn(db, table))
    return all
  })
const filesIn = async (name: string): Promise<string[]> => readdir(join(FILE_STORE, name)).catch(() => [])

async function erase({ uid }: Pick<Person, 'uid'>): Promise<void> {
  await kerfJson(source(), 'user delete', uid)
  // Not `expect.poll`: the file's set-up erases too.
  await vi.waitFor(async () => expect(await filesIn('deleted')).toContain(`${uid}.json`), { timeout: 30_000 })
}

const folder = useFolder('backup')
const FILE_STORE = join(folder, 'files')
const server = await useTestServer({ env: { KERF_MASTER_KEY, FILE_STORE } })
const ada = await seedPerson(server)
const business = await seedBusiness(server)
const token = await signInToken(server, ada)
const picture = await setAvatar(server, token)
await erase(await seedPerson(server))

const app = await kerfJson(source(), 'app create --code creative --name Creative --origin https://a.example')
await kerfJson(source(), 'webhook set', app.clientId, '--url', 'https://a.example/hook')
const benefit = await kerfJson(source(), 'benefit create --name-en Year --name-zh 一年 --days 365')
const [{ code }] = await kerfJson(source(), 'codes create --count 3 --benefit', String(benefit.id))
expect((await server.call(redeem, { code }, { token })).code).toBe(0)
const serials = join(folder, 'serials.txt')
await writeFile(serials, `${SN}\n`)
await kerfJson(source(), 'device import --file', serials)
await kerfJson(source(), 'device rotate-key')
await kerfJson(source(), 'key rotate-credential')
await kerfJson(source(), 'ip ban 203.0.113.0/24 --reason guessing')
for (const audience of ['all', `uid:${ada.uid}`])
  await kerfJson(
    source(),
    'message send --reason release --category system --title-en Hi --body-en There --audience',
    audience,
  )
await kerfJson(source(), 'announcement publish --reason release --title-en New --body-en Lasers')
const rest = [
  `social_link (uid, channel) values ($1, 'github')`,
  `totp_factor (uid, secret, confirmed_at) values ($1, '\\x01', now())`,
  `recovery_code (uid, hash) values ($1, '\\x01')`,
  `second_email (uid, email, canonical, counts_from) values ($1, 'b@example.com', 'b@example.com', now())`,
  `second_email (uid, email, canonical, counts_from) values ($1, 'c@example.com', 'c@example.com', now() + interval '72 hours')`,
  `former_email (uid, email, canonical, had_since) values ($1, 'd@example.com', 'd@example.com', now())`,
  `mailbox_change (uid, id, email, canonical, former, stoppable, operator, case_number, ready_at, expires_at)
     values ($1, 'c', 'e@example.com', 'e@example.com', 'b@example.com', true, 'lin', '1', now() + interval '1 day', now() + interval '8 days')`,
  `account_merge (uid, target, id, address, operator, case_number, ready_at) values ($1, $1, 'm', 'free', 'lin', '1', now() + interval '1 day')`,
  `factor_recovery (uid, ready_at) values ($1, now() + interval '7 days')`,
  `passkey (uid, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, place, application)
     values ($1, '\\x01', '\\x02', 0, '{}', '', true, true, '', '')`,
  `openid_consent (uid, client_id, scopes) values ($1, 'client', '{openid}')`,
  `openid_key (kid, alg, public_key) select 'kid', 'ES256', '{}'::jsonb where $1::uuid is not null`,
  `account_machine (uid, machine_hash, sn_end, light_source, handle) values ($1, '\\x01', 'ABCD', '1200W', 'h')`,
  `agreement (uid, document, version) values ($1, 'terms', '1') on conflict do nothing`,
  `account_app (uid, app) values ($1, 'creative') on conflict do nothing`,
  `app_logo (client_id, name, picture) select 'client', 'n.webp', '\\x01'::bytea where $1::uuid is not null`,
  `lesson_done (uid, course, lesson, version, watch) values ($1, 'laser', 'one', '1', 'w')`,
  `certificate (uid, course, cert_id) values ($1, 'laser', 'c')`,
  `message_mark (uid, category, version, at) values ($1, 'app', 9007199254740993, '2026-01-02 03:04:05.123456Z')`,
  `broadcast_read (uid, broadcast) values ($1, 1)`,
  `message_muted (uid, app, category) values ($1, 'creative', 'app')`,
  `ticket_app (uid, client_id) values ($1, 'client')`,
  `account_event (uid, client_id, type, data) values ($1, 'client', 'account.updated', '{}')`,
  `mail_suppression (address_hash, domain, mail) select '\\x01'::bytea, 'example.com', $1::uuid`,
  `machine_register (hash, machine) select '\\x01'::bytea, 'm_1' where $1::uuid is not null`,
  `machine (id, sn, line) select 'm_1', 'KLW00000000000000000001', 'welder' where $1::uuid is not null`,
  `machine_role (machine, uid, member, handle, role, ownership) values ('m_1', $1, 1, 'h', 'owner', 1)`,
  `machine_removed_member (machine, member, ownership, ends_at) select 'm_1', 2, 1, now() + interval '1 day' where $1::uuid is not null`,
  `line_demand (line, course) select 'laser', 'laser' where $1::uuid is not null`,
  `machine_bar (machine, uid) values ('m_1', $1)`,
  `machine_loss (machine, id, uid, member, ownership, rights) values ('m_1', 'l', $1, 9, 1, 1)`,
  `machine_request (machine, uid, ownership, reset_number) values ('m_1', $1, 1, 1)`,
  `machine_card_use (machine, uid, card_hash) values ('m_1', $1, '\\x01')`,
  `machine_card_case (machine, uid) values ('m_1', $1)`,
  `machine_of_account (uid, machine) values ($1, 'm_1')`,
  `workshop (id, name) select 'w_1', 'Attic' where $1::uuid is not null`,
  `workshop_member (workshop, uid, member, handle, role) values ('w_1', $1, 1, 'h', 'admin')`,
  `workshop_of_account (uid, workshop) values ($1, 'w_1')`,
  `workshop_bar (workshop, uid) values ('w_1', $1)`,
  `workshop_machine (workshop, machine) select 'w_1', 'm_2' where $1::uuid is not null`,
  `workshop_act (workshop, id, kind, subject, by_member, due_at) select 'w_1', 'a', 'dissolve', '', 1, now() + interval '2 days' where $1::uuid is not null`,
  `workshop_join_code (hash, workshop, expires_at) select '\\x01'::bytea, 'w_1', now() + interval '30 days' where $1::uuid is not null`,
  `machine_invitation (machine, id, hash, role, ownership, uses, approval, invited_by, expires_at)
     select 'm_1', 'i', '\\x01'::bytea, 'operator', 1, 1, false, 1, now() + interval '7 days' where $1::uuid is not null`,
  `revoked_number (number, revoked_at) select 'KL-2222', now() where $1::uuid is not null`,
  `unlock_counter (sn, light_source, counter) select '\\x0102'::bytea, '1200W', 7 where $1::uuid is not null`,
]
for (const row of rest) await server.sql(`insert into ${row}`, ada.uid)
// The address of the webhook does not exist: its row stays as it is once the next try is far away.
await vi.waitFor(
  async () => expect(await server.sql('select 1 from webhook where failures > 0')).toHaveLength(1),
  {
    timeout: 30_000,
  },
)
await server.sql(`update webhook set next_try_at = now() + interval '1 day'`)

let database: TestDatabase
let file: string
beforeEach(async () => {
  database = await createTestDatabase()
  file = join(folder, `${randomBytes(6).toString('hex')}.kerf`)
  return () => database.drop()
})
const target = () => ({ DATABASE_URL: database.url })

test('restores everything except accounts deleted since and sessions', async () => {
  const gone = await seedPerson(server)
  await setAvatar(server, await signInToken(server, gone), '#00a')
  const made = await kerfJson(source(), 'backup', file)
  const before = await allRowsAt(server.databaseUrl)
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])
  expect(made).toMatchObject({ file, pictures: 2, missing: 0, tables: { account: 3, redemption_code: 3 } })
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.part-'))

  // After the backup: one account is erased, one signs up, a stray picture appears and a picture is lost.
  await erase(gone)
  await signUp(server)
  await writeFile(join(FILE_STORE, 'headpic', STRAY), 'of an account that signed up later')
  await rm(join(FILE_STORE, 'headpic', picture.split('/').at(-1) ?? ''))

  const restored = await kerfJson(target(), 'restore', file)
  expect(restored).toMatchObject({ pictures: 1, erased: 1, deletions: 2, tables: { account: 3 } })
  const after = await allRowsAt(database.url)
  for (const table of BACKED_UP_TABLES) {
    const [was = [], is = []] = [before.get(table), after.get(table)]
    // What was offered or started may have been withdrawn since.
    const isEnded = [
      'account_merge',
      'factor_recovery',
      'machine_invitation',
      'mailbox_change',
      'workshop_act',
    ].includes(table)
    if (table === 'second_email')
      was.splice(
        was.findIndex(row => row.includes('c@example.com')),
        1,
      )
    const expected = isEnded ? [] : was.filter(row => !row.includes(gone.uid) || table === 'audit_event')
    const added = { audit_event: 'backup.restore', deleted_account: gone.uid }[table as string] ?? 'nothing'
    const same = table === 'unlock_counter' ? expected.map(row => row.replace(': 7,', ': 27,')) : expected
    // Everybody may have got a pass after the backup.
    const withoutPass = (row: string) => row.replace(/"pass_until": [^,}]+/, '"pass_until": null')
    const rows = is.filter(row => !row.includes(added)).map(withoutPass)
    expect([table, rows.sort()]).toEqual([table, same.map(withoutPass).sort()])
  }

  const other = await startTestServer({
    // Another database, which is never lost.
    env: { ...PATIENT_DATABASE, KERF_MASTER_KEY, FILE_STORE },
    databaseProxy: async () => database.url,
  })
  try {
    expect(await sessionCode(other, token)).toBe(20101)
    expect((await signIn(other, ada)).code).toBe(0)
    expect((await signIn(other, business)).code).toBe(0)
    expect((await signIn(other, gone)).code).toBe(20111)
    expect((await fetchPicture(other, picture)).status).toBe(200)
    // The next server removes pictures without an owner.
    await expect.poll(() => filesIn('headpic')).toEqual([picture.split('/').at(-1)])
    const sent = await kerfJson(
      target(),
      'message send --reason release --audience all --category app --title-en A --body-en B',
    )
    expect(Number(/\d+/.exec(sent.id)?.[0])).toBeGreaterThan(1_000_000)
  } finally {
    await other.close()
  }
  const sequences = await withDatabase(database.url, db =>
    db.query({ text: `select last_value::int8 from pg_sequences where schemaname = 'public'` }),
  )
  expect(sequences.rows.filter(row => Number(row.last_value) < 1_000_000)).toEqual([])
  const events = `(select event, operator from audit_event where event like 'backup.%' order by id desc limit 2)`
  expect((await rowsAt(database.url, events)).map(row => JSON.parse(row))).toEqual([
    { event: 'backup.create', operator: 'lin' },
    { event: 'backup.restore', operator: 'lin' },
  ])
})

test('restores nothing from a truncated file or with another master key, and names the reason', async () => {
  const gone = await seedPerson(server)
  const removed = await setAvatar(server, await signInToken(server, gone), '#0aa')
  await kerfJson(source(), 'backup', file)
  await erase(gone)
  // A job removes the picture after the account.
  await expect.poll(() => filesIn('headpic')).not.toContain(removed.split('/').at(-1))
  const pictures = await filesIn('headpic')
  const refused = async (env: Record<string, string>, path: string, reason: string): Promise<void> => {
    const { code, err } = await run({ ...target(), ...env }, 'restore', path)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) })
    expect(await rowsAt(database.url, 'account')).toEqual([])
    expect(await filesIn('headpic')).toEqual(pictures)
  }
  await refused({ KERF_MASTER_KEY: newKey() }, file, 'KERF_MASTER_KEY must be')
  await refused({}, `${file}.none`, 'does not exist')
  await refused({}, join(folder, 'none', 'x'), 'There is no folder')
  await refused({}, folder, 'EISDIR')
  await refused({}, join(folder, 'serials.txt'), 'is not a backup')
  await truncate(file, (await readFile(file)).length - 10)
  await refused({}, file, 'incomplete')
})

/** Expects that `kerf restore` refuses the backup. */
async function expectRefusal(env: Record<string, string>, reason: string): Promise<void> {
  const { code, err } = await run(env, 'restore', file)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) })
}

test('rejects a database that is in use', async () => {
  await kerfJson(source(), 'backup', file)
  await expectRefusal(source(), 'A server is running')
  await kerfJson(target(), 'ip ban 198.51.100.1 --reason guessing')
  await expectRefusal(target(), 'The database is in use: table')
})

test.runIf(RUNS_HEAVY)('rejects a database whose tables a transaction reads', async () => {
  await kerfJson(source(), 'backup', file)
  await withDatabase(database.url, db =>
    db.transaction(async tx => {
      await tx.query({ text: 'select from wrapped_key' })
      await expectRefusal(target(), 'This database is in use')
    }),
  )
})

test.runIf(RUNS_HEAVY)('rejects another file store, except with --without-deletions', async () => {
  const gone = await seedPerson(server)
  await kerfJson(source(), 'backup', file)
  await erase(gone)
  const elsewhere = { ...target(), FILE_STORE: join(folder, 'elsewhere') }
  const { code, err } = await run(elsewhere, 'restore', file)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('copy its folder "deleted"') })
  const copied = { ...target(), FILE_STORE: join(folder, 'copied') }
  await cp(join(FILE_STORE, 'deleted'), join(folder, 'copied', 'deleted'), { recursive: true })
  expect(await kerfJson(copied, 'restore', file)).toMatchObject({ erased: 1 })

  const second = await createTestDatabase()
  const lost = { DATABASE_URL: second.url, FILE_STORE: join(folder, 'lost') }
  expect(await kerfJson(lost, 'restore --without-deletions', file)).toMatchObject({ erased: 0, deletions: 0 })
  await second.drop()
})

/** Copies the backup at `file`, replacing each part by the result of `change`; undefined removes the part. */
async function rewrite(change: (part: ArchivePart) => ArchivePart | undefined): Promise<string> {
  const master = Buffer.from(KERF_MASTER_KEY, 'base64url')
  const path = `${file}.${randomBytes(4).toString('hex')}`
  const archive = await createArchive(path, master)
  for await (const { isLast, ...part } of (await openArchive(file, master)).parts()) {
    const changed = change(part)
    if (isLast) await archive.finish(changed?.head ?? {})
    else if (changed) await archive.add(changed.head, changed.body)
  }
  return path
}

test('fills columns that an older backup lacks with defaults; rejects newer and incomplete backups', async () => {
  await kerfJson(source(), 'backup', file)
  const withManifest = (change: (manifest: Record<string, Record<string, string[]>>) => unknown) =>
    rewrite(part =>
      'migrations' in part.head
        ? { ...part, head: { ...part.head, ...(change(part.head as never) as object) } }
        : part,
    )
  const refused = async (path: string, reason: string): Promise<void> => {
    const { code, err } = await run(target(), 'restore', path)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) })
    expect(await rowsAt(database.url, 'account')).toEqual([])
  }
  await refused(await withManifest(() => ({ migrations: ['999-later.sql'] })), 'newer version')
  const withExtraColumn = ({ columns }: Record<string, Record<string, string[]>>) => ({
    columns: { ...columns, account: [...(columns?.account ?? []), 'later'] },
  })
  await refused(await withManifest(withExtraColumn), 'newer version')
  await refused(
    await rewrite(part => (part.head.table === 'ip_ban' ? undefined : part)),
    'less than it declares',
  )
  const withoutColumns = ({ columns }: Record<string, Record<string, string[]>>) => ({
    columns: {
      ...columns,
      account: columns?.account?.filter(name => name !== 'introduction' && name !== 'lang'),
    },
  })
  await kerfJson(target(), 'restore', await withManifest(withoutColumns))
  const [row] = await rowsAt(database.url, `(select introduction, lang from account limit 1)`)
  expect(JSON.parse(row ?? '')).toEqual({ introduction: '', lang: 'en' })
})

test('never overwrites a file', async () => {
  await writeFile(file, 'mine')
  expect(await run(source(), 'backup', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  })
  expect(await readFile(file, 'utf8')).toBe('mine')
})

test.runIf(RUNS_HEAVY)('leaves no file after a failed backup and names the reason', async () => {
  const names = await readdir(folder)
  const refused = async (env: Record<string, string>, path: string, reason: string): Promise<void> => {
    const { code, err } = await run({ ...source(), ...env }, 'backup', path)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) })
    expect(await readdir(folder)).toEqual(names)
  }
  await refused({}, join(folder, 'none', 'x'), 'There is no folder')
  await refused({ KERF_MASTER_KEY: newKey() }, `${file}.1`, 'must be the current master key')
  await refused({ FILE_STORE: join(folder, 'nothing-there') }, `${file}.2`, 'it is not the store of')
  await refused({ FILE_STORE: serials }, `${file}.3`, 'ENOTDIR')
  await refused(
    { DATABASE_URL: '', DATA_DIR: join(folder, 'new') },
    `${file}.4`,
    'There is no installation in',
  )
  expect((await run(source(), 'backup', '')).code).toBe(2)
})

describe('scheduled backups', () => {
  /** Runs the job at `at`; returns the names in `to` and the time that the metric shows. */
  async function runAt(to: string, at: string, isTimeTrusted = true) {
    const env = {
      ...source(),
      KERF_MASTER_KEY,
      FILE_STORE,
      DATA_DIR: folder,
      BACKUP_TO: to,
      BACKUP_HOURS: '24',
      BACKUP_DAYS: '2',
    }
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    let newest: number | undefined
    const masterKey = Buffer.from(KERF_MASTER_KEY, 'base64url')
    const config = readConfig(env, folder)
    const files = await openFileStore(config.fileStore)
    const options = {
      ...{ config, ownerUrl: server.databaseUrl, files, masterKey, log, now: () => Date.parse(at) },
      isTimeTrusted: async () => isTimeTrusted,
    }
    const backups = createScheduledBackups(options, time => (newest = time))
    await backups.run()
    expect((await readdir(folder)).filter(name => name.startsWith('scheduled'))).toEqual([])
    return { names: (await readdir(to)).sort(), newest: newest && new Date(newest * 1_000).toISOString() }
  }

  test.runIf(RUNS_HEAVY)('one in each period from 03:00 UTC; expired ones go, other files stay', async () => {
    const to = await mkdtemp(join(folder, 'to-'))
    await writeFile(join(to, 'notes.txt'), 'mine')
    expect(await runAt(to, '2026-11-20T12:00:00Z')).toEqual({
      names: ['kerf-20261120T120000Z.kerf', 'notes.txt'],
      newest: '2026-11-20T12:00:00.000Z',
    })
    expect((await runAt(to, '2026-11-21T02:59:00Z')).names).toHaveLength(2)
    expect((await runAt(to, '2026-11-21T03:00:00Z')).names).toHaveLength(3)
    expect((await runAt(to, '2026-11-22T12:01:00Z', false)).names).toHaveLength(4)
    expect(await runAt(to, '2026-11-22T12:01:00Z')).toMatchObject({
      names: ['kerf-20261121T030000Z.kerf', 'kerf-20261122T120100Z.kerf', 'notes.txt'],
      newest: '2026-11-22T12:01:00.000Z',
    })
    expect(await kerfJson(target(), 'restore', join(to, 'kerf-20261121T030000Z.kerf'))).toMatchObject({
      erased: 0,
    })
  })

  test('a place that cannot be used fails the job and leaves no draft', async () => {
    await expect(runAt(join(folder, 'none'), '2026-11-20T12:00:00Z')).rejects.toThrow('ENOENT')
  })

  test('BACKUP_DAYS keeps the promise of 30 days', () => {
    const read = (days: string) => () => readConfig({ BACKUP_TO: '/b', BACKUP_DAYS: days }, folder)
    expect(read('30')).toThrow('BACKUP_DAYS must be a whole number from 1 to 29')
    expect(read('29')().backups).toEqual({ to: '/b', hours: 24, days: 29 })
  })
})

test.runIf(RUNS_HEAVY)('writes a backup into a bucket once, and restores it from there', async () => {
  const s3 = await startS3Server()
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value)
  const url = 's3://kerf-backups/passport/today.kerf'
  try {
    await kerfJson(source(), 'backup', url)
    expect([...s3.objects.keys()]).toEqual(['/kerf-backups/passport/today.kerf'])
    expect(await run(source(), 'backup', url)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    })
    const missing = await run(target(), 'restore', 's3://kerf-backups/passport/none.kerf')
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('does not exist') })
    expect(await kerfJson(target(), 'restore', url)).toMatchObject({ erased: 0 })
    expect((await readdir(folder)).filter(name => name.startsWith('backup-'))).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await s3.close()
  }
})

test('no command creates a database in an empty DATA_DIR', async () => {
  const dataDir = join(folder, 'forgotten')
  const result = await run({ ...source(), DATABASE_URL: '', DATA_DIR: dataDir }, 'app', 'list')
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining(`no installation in ${dataDir}`) })
  expect(existsSync(dataDir)).toBe(false)
})

test.runIf(RUNS_HEAVY)(
  'deletions replay erases each deleted account once; --end-sessions ends all access',
  async () => {
    const gone = await seedPerson(server)
    await kerfJson(source(), 'backup', file)
    await erase(gone)
    const hidden = `${FILE_STORE}.hidden`
    await cp(join(FILE_STORE, 'deleted'), hidden, { recursive: true })
    await rm(join(FILE_STORE, 'deleted', `${gone.uid}.json`))
    expect((await kerfJson(target(), 'restore', file)).erased).toBe(0)
    await rename(join(hidden, `${gone.uid}.json`), join(FILE_STORE, 'deleted', `${gone.uid}.json`))
    const goneRow = () => rowsAt(database.url, `(select uid from account where uid = '${gone.uid}')`)
    expect(await goneRow()).toHaveLength(1)
    await withDatabase(database.url, db =>
      db.query({
        text: `insert into session (uid, handle, token_hash, remember, method) values ('${ada.uid}', 'h', '\\x00', true, 'password');
             insert into openid_grant (uid, id, client_id, session, scopes, offline, expires_at)
             values ('${ada.uid}', 'g', 'app', 'h', '{openid}', true, now() + interval '30 days');
             insert into openid_token (uid, hash, kind, grant_id, payload, expires_at)
             values ('${ada.uid}', '\\x01', 'RefreshToken', 'g', '{}', now() + interval '30 days');
             insert into operator (id, name, roles, invited_by) values ('op_left', 'left', '{owner}', 'root');
             insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
             values ('\\x02', 'op_left', '\\x03', 0, false, '{}')`,
      }),
    )
    const waiting = () => rowsAt(database.url, 'factor_recovery')
    await withDatabase(database.url, db =>
      db.query({
        text: `insert into factor_recovery (uid, ready_at) values ('${ada.uid}', now());
             insert into workshop (id, name) values ('w_2', 'without admin')`,
      }),
    )
    const planned = await kerfJson(target(), 'deletions replay --dry-run')
    expect(planned).toMatchObject({ accounts: [{ uid: gone.uid }], losses: { ended: 1 } })
    expect([await goneRow(), await waiting()]).toMatchObject([[expect.anything()], [expect.anything()]])
    const done = await kerfJson(target(), 'deletions replay')
    expect(done).toMatchObject({ erased: 1, sessions: 0, losses: { ended: 1 } })
    expect(await goneRow()).toEqual([])
    expect(await waiting()).toEqual([])
    expect(await kerfJson(target(), 'deletions replay --end-sessions')).toMatchObject({
      erased: 0,
      sessions: 1,
      operators: 1,
    })
    for (const table of ['session', 'openid_grant', 'openid_token', 'operator', 'operator_passkey'])
      expect([table, await rowsAt(database.url, table)]).toEqual([table, []])
  },
)

describe('an erasure record that this installation did not write', () => {
  /** A file store of its own, with the records of the installation. */
  async function copyStore(): Promise<{
    env: Record<string, string>
    put(name: string, text: string): Promise<void>
  }> {
    const store = join(folder, randomBytes(6).toString('hex'))
    await cp(join(FILE_STORE, 'deleted'), join(store, 'deleted'), { recursive: true })
    return {
      env: { ...target(), FILE_STORE: store },
      put: (name, text) => writeFile(join(store, 'deleted', name), text),
    }
  }
  const exists = async (uid: string) =>
    (await rowsAt(database.url, `(select uid from account where uid = '${uid}')`)).length === 1

  /** Content of a record of `uid`, made of the authentic record of another account. */
  const FORGERIES: readonly ((uid: string, authentic: string) => readonly [name: string, text: string])[] = [
    // As earlier versions wrote it.
    uid => [uid, ''],
    uid => [`${uid}.json`, ''],
    (uid, authentic) => [`${uid}.json`, authentic],
    (uid, authentic) => [`${uid}.json`, JSON.stringify({ ...JSON.parse(authentic), uid })],
    uid => [`${uid}.json`, JSON.stringify({ uid, at: 1, deployment: 'us', proof: '' })],
  ]

  test('erases nobody with the proof of another account', async () => {
    const [gone, victim] = [await seedPerson(server), await seedPerson(server)]
    await erase(gone)
    await kerfJson(source(), 'backup', file)
    const { env, put } = await copyStore()
    const authentic = JSON.parse(await readFile(join(FILE_STORE, 'deleted', `${gone.uid}.json`), 'utf8'))
    await put(`${victim.uid}.json`, JSON.stringify({ ...authentic, uid: victim.uid }))
    const refusal = { code: 1, err: expect.stringContaining(`${victim.uid} (personal`) }
    expect(await run(env, 'restore', file)).toMatchObject(refusal)
    await kerfJson(target(), 'restore', file)
    expect(await run(env, 'deletions', 'replay', '--yes')).toMatchObject(refusal)
    expect(await exists(victim.uid)).toBe(true)
  })

  test.runIf(RUNS_HEAVY)(
    'erases nobody: empty, of another account, renamed, or with an empty proof',
    async () => {
      const gone = await seedPerson(server)
      const victims = await Promise.all(FORGERIES.map(() => seedPerson(server)))
      await erase(gone)
      await kerfJson(source(), 'backup', file)
      const { env, put } = await copyStore()
      const authentic = await readFile(join(FILE_STORE, 'deleted', `${gone.uid}.json`), 'utf8')
      for (const [index, forge] of FORGERIES.entries())
        await put(...forge(victims[index]?.uid ?? '', authentic))
      const uids = victims.map(({ uid }) => uid).sort()
      const existing = async () => {
        const rows = await rowsAt(
          database.url,
          `(select uid from account where uid in (${uids.map(uid => `'${uid}'`)}))`,
        )
        return rows.map(row => JSON.parse(row).uid).sort()
      }
      for (const words of [
        ['restore', file],
        ['deletions', 'replay', '--yes'],
      ]) {
        const { code, err } = await run(env, ...words)
        expect({ code, err }).toEqual({
          code: 1,
          err: expect.stringContaining(`without a valid proof for ${uids.length} accounts that exist`),
        })
        for (const uid of uids) expect(err).toContain(`${uid} (personal`)
        if (words[0] === 'restore')
          expect(await kerfJson({ ...env, FILE_STORE }, 'restore', file)).toMatchObject({ erased: 0 })
      }
      expect(await existing()).toEqual(uids)
      const { out } = await run(env, 'deletions', 'replay', '--dry-run')
      for (const uid of uids) expect(out).toContain(uid)
      expect(await existing()).toEqual(uids)
      const replayed = await kerfJson(env, 'deletions replay --accept-unproven')
      expect({ ...replayed, accounts: replayed.accounts.toSorted() }).toMatchObject({
        erased: uids.length,
        accounts: uids,
      })
      expect(await existing()).toEqual([])
    },
  )

  test.runIf(RUNS_HEAVY)('is refused if the record is of another DEPLOYMENT', async () => {
    const gone = await seedPerson(server)
    await kerfJson(source(), 'backup', file)
    await erase(gone)
    const { code, err } = await run({ ...target(), DEPLOYMENT: 'eu' }, 'restore', file)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(gone.uid) })
    expect(await kerfJson(target(), 'restore', file)).toMatchObject({ erased: 1 })
  })

  test.runIf(RUNS_HEAVY)(
    'is replaced if an earlier version wrote it and the database has the account as deleted',
    async () => {
      const gone = await seedPerson(server)
      await erase(gone)
      await rm(join(FILE_STORE, 'deleted', `${gone.uid}.json`))
      await writeFile(join(FILE_STORE, 'deleted', gone.uid), '')
      await kerfJson(source(), 'backup', file)
      expect((await filesIn('deleted')).filter(name => name.startsWith(gone.uid))).toEqual([
        `${gone.uid}.json`,
      ])
    },
  )

  test.runIf(RUNS_HEAVY)('is preceded by the list of accounts and a question', async () => {
    const gone = await seedPerson(server)
    await kerfJson(source(), 'backup', file)
    const { env } = await copyStore()
    await kerfJson({ ...env }, 'restore', file)
    await erase(gone)
    const { code, err } = await run(target(), 'deletions', 'replay')
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(`1 account will be erased: ${gone.uid} \\(personal, of .*Continue\\?`),
    })
    expect(await exists(gone.uid)).toBe(true)
  })
})
