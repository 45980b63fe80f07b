import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts'
import { kerf } from './cli.ts'
import { COMMANDS } from './commands.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const newKey = () => randomBytes(32).toString('base64url')

let database: TestDatabase
let dataDir: string
let env: Record<string, string>
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'kerf-operator-'))
  env = { DATABASE_URL: database.url, DATA_DIR: dataDir, KERF_OPERATOR: 'lin', KERF_MASTER_KEY: newKey() }
})
afterEach(async () => {
  await rm(dataDir, { recursive: true })
  await database.drop()
})

async function run(words: string[], more: Record<string, string> = {}, answer?: string) {
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

async function runJson(words: string[], more?: Record<string, string>) {
  const { code, out, err } = await run([...words, '--json'], more)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

async function sql(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const ACME = [
  'enterprise',
  'create',
  '--account',
  'Acme-01',
  '--email',
  'ops@acme.example',
  '--name',
  'Acme 激光',
]

describe('every command', () => {
  test.each(COMMANDS.map(command => [command.path.join(' '), command] as const))(
    '%s has help',
    async (_, command) => {
      const { code, out } = await run([...command.path, '--help'])
      expect(code).toBe(0)
      for (const name of [...Object.keys(command.options), 'as', 'json']) expect(out).toContain(`--${name}`)
    },
  )

  test('a wrong line is told from a failure, on standard error alone', async () => {
    for (const words of [
      ['fly'],
      ['user'],
      ['user', 'show'],
      ['audit', '--nope'],
      ['audit', 'extra'],
      ['enterprise', 'create'],
    ]) {
      const { code, out, err } = await run(words)
      expect({ words, code, out }).toEqual({ words, code: 2, out: '' })
      expect(err).toMatch(/^kerf: /)
    }
    expect(await run(['user', 'show', 'nobody@example.com', '--json'])).toEqual({
      code: 1,
      out: '',
      err: 'kerf: There is no such account.',
    })
  })

  test('as a process it prints one JSON value and nothing else', async () => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...ACME, '--json'], {
      env: { PATH: process.env.PATH, ...env },
    })
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ account: 'Acme-01' })
  })
})

test('an enterprise account gets a strong default password, once, kept as a hash', async () => {
  const made = await runJson(ACME)
  expect(Object.keys(made).sort()).toEqual(['account', 'password', 'uid'])
  expect(made.password).toMatch(/^[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{5}$/)
  const [row] = await sql('select * from account where uid = $1', [made.uid])
  expect(row).toMatchObject({
    kind: 'enterprise',
    enterprise_id: 'Acme-01',
    user_name: 'Acme 激光',
    default_password: true,
    password_hash: expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$'),
  })
  expect(await sql('select kind, value from sign_in_identifier')).toEqual([
    { kind: 'account', value: 'acme-01' },
  ])

  const again = await run([
    'enterprise',
    'create',
    '--account',
    'ACME-01',
    '--email',
    'a@b.example',
    '--name',
    'Other',
  ])
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('taken')
  const audit = JSON.stringify(await sql('select * from audit_event'))
  expect(audit).not.toContain(made.password)
  expect(audit).not.toContain('ops@acme')
})

test.each([
  ['--account', 'a b'],
  ['--account', 'x'],
  ['--email', 'nobody'],
  ['--email', 'a@b.example,c@d.example'],
  ['--name', 'turned \u202eround'],
  ['--lang', 'fr'],
])('%s %j is refused', async (name, value) => {
  const { code, out } = await run([...ACME, name, value])
  expect(code).toBeGreaterThan(0)
  expect(out).toBe('')
  expect(await sql('select 1 from account')).toEqual([])
})

test('an account is shown by uid and by enterprise account ID, without what would sign in', async () => {
  const { uid } = await runJson(ACME)
  for (const who of [uid, 'ACME-01']) {
    const shown = await runJson(['user', 'show', who])
    expect(shown).toMatchObject({
      uid,
      kind: 'enterprise',
      status: 'active',
      hasPassword: true,
      sessions: 0,
      lastSignIn: null,
    })
    expect(JSON.stringify(shown)).not.toMatch(/argon2|hash/)
  }
  const [row] = await sql(`select operator, uid from audit_event where event = 'user.show' limit 1`)
  expect(row).toEqual({ operator: 'lin', uid })
})

test('a personal account is found by any spelling of its address, with its live sessions and last sign-in', async () => {
  const uid = '11111111-1111-4111-8111-111111111111'
  await sql(
    `insert into account (uid, kind, email, email_verified_at) values ($1, 'personal', 'Ada@Example.com', now())`,
    [uid],
  )
  await sql(`insert into sign_in_identifier values ('email', 'ada@example.com', $1)`, [uid])
  await sql(
    `insert into session (uid, handle, token_hash, remember, method, last_seen) values
     ($1, 'a', 'a', false, 'password', now()), ($1, 'b', 'b', false, 'password', now() - interval '25 hours'),
     ($1, 'c', 'c', true, 'password', now() - interval '25 hours')`,
    [uid],
  )
  await sql(`insert into sign_in_record (uid, method, session, place) values ($1, 'password', 'a', 'DE')`, [
    uid,
  ])
  const shown = await runJson(['user', 'show', 'ADA@example.COM'])
  expect(shown).toMatchObject({
    uid,
    sessions: 2,
    hasPassword: false,
    lastSignIn: { method: 'password', place: 'DE' },
  })
})

test('the audit record is searched by every filter, newest first', async () => {
  const uid = '22222222-2222-4222-8222-222222222222'
  await sql(
    `insert into audit_event (at, event, outcome, uid, operator) values
     ('2026-01-01', 'login.password', 'ok', $1, null), ('2026-01-02', 'login.captcha', 'refused', $1, null),
     ('2026-01-03', 'logout', 'ok', null, 'mei')`,
    [uid],
  )
  const events = async (...words: string[]) =>
    (await runJson(['audit', ...words])).map(({ event }: { event: string }) => event)
  expect(await events()).toEqual(['logout', 'login.captcha', 'login.password'])
  expect(await events('--event', 'login.')).toEqual(['login.captcha', 'login.password'])
  expect(await events('--event', 'logout')).toEqual(['logout'])
  expect(await events('--outcome', 'refused')).toEqual(['login.captcha'])
  expect(await events('--operator', 'mei')).toEqual(['logout'])
  expect(await events('--since', '2026-01-02', '--until', '2026-01-03')).toEqual(['login.captcha'])
  expect(await events('--limit', '1')).toEqual(['logout'])
  expect(await events('--uid', uid)).toEqual(['login.captcha', 'login.password'])
  // Looking into one person's record is on record itself.
  expect(await events('--event', 'audit.read', '--operator', 'lin')).toEqual(['audit.read'])
  for (const wrong of [
    ['--since', 'yesterday'],
    ['--outcome', 'x'],
    ['--uid', "x' or 1=1"],
    ['--limit', '0'],
  ])
    expect((await run(['audit', ...wrong])).code).toBe(2)
})

describe('key rotate', () => {
  const doctorSays = async (more: Record<string, string>) => {
    const { out } = await run(['doctor', '--json'], more)
    return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'master key')
  }
  beforeEach(async () => {
    const { openDatabase } = await import('@kerf/server/db/database')
    const { loadKeys, readMasterKey } = await import('@kerf/server/lib/keys')
    const db = await openDatabase({ url: database.url, poolSize: 1, onFault: () => {} })
    await loadKeys(db, await readMasterKey(env.KERF_MASTER_KEY, dataDir))
    await db.close()
  })

  test('the new key opens what the old one opened, and the old one no more', async () => {
    const KERF_MASTER_KEY_NEW = newKey()
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW })).code).toBe(2)
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW }, 'n')).code).toBe(1)
    expect((await doctorSays({})).status).toBe('ok')
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW }, 'y')).code).toBe(0)
    expect((await doctorSays({})).status).toBe('failed')
    expect((await doctorSays({ KERF_MASTER_KEY: KERF_MASTER_KEY_NEW })).status).toBe('ok')
    const back = { KERF_MASTER_KEY: KERF_MASTER_KEY_NEW, KERF_MASTER_KEY_NEW: env.KERF_MASTER_KEY ?? '' }
    expect(await runJson(['key', 'rotate', '--yes'], back)).toEqual({ rotated: 1 })
  })

  test('a wrong present key changes nothing', async () => {
    const { code, err } = await run(['key', 'rotate', '--yes'], {
      KERF_MASTER_KEY: newKey(),
      KERF_MASTER_KEY_NEW: newKey(),
    })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('nothing was changed') })
    expect((await doctorSays({})).status).toBe('ok')
  })

  test.each(['', 'short', `${newKey()}x`])('%j is no new key', async KERF_MASTER_KEY_NEW => {
    expect((await run(['key', 'rotate', '--yes'], { KERF_MASTER_KEY_NEW })).code).toBe(1)
  })
})

describe('doctor', () => {
  const checks = async (more: Record<string, string>) => {
    const { code, out } = await run(['doctor', '--json'], more)
    const found: { name: string; status: string; message: string }[] = JSON.parse(out).checks
    return { code, out, of: (name: string) => found.find(check => check.name === name) }
  }

  test('a sound installation passes', async () => {
    const { of } = await checks({ PORTAL_FOLDER: dataDir })
    for (const name of [
      'configuration',
      'database',
      'schema',
      'serving role',
      'clock',
      'mail',
      'disk',
      'portal',
    ])
      expect(of(name), name).toMatchObject({ status: 'ok' })
    expect(of('human check')).toMatchObject({ status: 'warning' })
    expect((await checks({ PORTAL_FOLDER: dataDir })).code).toBe(0)
  })

  test('each fault of the configuration is told at once, and no secret with it', async () => {
    const more = {
      NODE_ENV: 'production',
      PORT: 'x',
      KERF_MASTER_KEY: 'my-secret-key',
      MAIL_URL: 'smtp://me:my-secret-word@mail.example',
      RECAPTCHA_SECRET: 'my-secret-recaptcha',
    }
    const { code, out } = await checks(more)
    expect(code).toBe(1)
    expect(out).toContain('PORT must be')
    expect(out).toContain('PUBLIC_URL is required')
    expect(out).not.toContain('my-secret')
  })

  test('what is missing is named: database, mail server, portal', async () => {
    const { code, of, out } = await checks({
      DATABASE_URL: 'postgresql://me:my-secret@127.0.0.1:1/none',
      MAIL_URL: 'smtp://me:my-secret@127.0.0.1:1',
      PORTAL_FOLDER: join(dataDir, 'none'),
    })
    expect(code).toBe(1)
    expect(of('database')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    expect(of('mail')).toMatchObject({ status: 'failed', message: 'SMTP ESOCKET' })
    expect(of('portal')).toMatchObject({ status: 'failed' })
    expect(out).not.toContain('my-secret')
  })

  test('an embedded database that was never started is not made', async () => {
    const { of } = await checks({ DATABASE_URL: '' })
    expect(of('database')).toMatchObject({ status: 'skipped' })
  })

  test('its list of settings is that of the server', async () => {
    const source = await readFile(join(root, 'packages/server/src/config.ts'), 'utf8')
    const read = [...source.matchAll(/\b(?:text|whole|choice|list|address)\(\s*'([A-Z_0-9]+)'/g)].map(
      ([, name]) => name,
    )
    const { out } = await run(['doctor', '--json'])
    const listed = JSON.parse(out).settings.map(({ name }: { name: string }) => name)
    expect(listed.sort()).toEqual([...new Set(read)].sort())
  })
})
