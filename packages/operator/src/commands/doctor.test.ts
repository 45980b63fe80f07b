import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareDatabaseAccess } from '@kerf/server/platform/schema/serving-login/prepare-database-access'
import { describe, expect, test } from 'vitest'
import { runAsAdmin } from '../../../server/test/support/admin-connection.ts'
import { dataDir, env, run, sql, useDatabase, withDatabase } from '../database-fixture.ts'

useDatabase()

describe('doctor', () => {
  const checks = async (more: Record<string, string>) => {
    const { code, out } = await run(['doctor', '--json'], more)
    const found: { name: string; status: string; message: string }[] = JSON.parse(out).checks
    return { code, out, of: (name: string) => found.find(check => check.name === name) }
  }

  test('passes on a working installation', async () => {
    const { of } = await checks({ PORTAL_FOLDER: dataDir })
    for (const name of [
      'release',
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

  test('names the role that serves calls, before and after the first start', async () => {
    const before = (await checks({})).of('serving role')
    expect(before).toMatchObject({
      message: expect.stringMatching(/^the next start creates kerf_serving_\d+,/),
    })
    const ownerUrl = env.DATABASE_URL ?? ''
    const masterKey = Buffer.from(env.KERF_MASTER_KEY ?? '', 'base64url')
    const { servingUrl } = await prepareDatabaseAccess({ ownerUrl }, masterKey, () => undefined)
    expect((await checks({})).of('serving role')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^calls are served as kerf_serving_\d+, a login role that owns nothing/),
    })
    const role = new URL(servingUrl).searchParams.get('user')
    await runAsAdmin(ownerUrl, `grant kerf_serving to ${role}`)
    expect((await checks({})).of('serving role')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('but it has: kerf_serving'),
    })
    const { of } = await checks({ DATABASE_SERVING_URL: ownerUrl })
    expect(of('serving role')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/serves calls, but it has: .*owner/),
    })
  })

  test('names settings with which a crash loses what was acknowledged', async () => {
    const ownerUrl = env.DATABASE_URL ?? ''
    const set = (value: string) =>
      runAsAdmin(ownerUrl, `alter database ${new URL(ownerUrl).pathname.slice(1)} ${value}`)
    await set('set synchronous_commit = off')
    expect((await checks({})).of('durability')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^switched off: .*synchronous_commit\. /),
    })
    await set('reset synchronous_commit')
    expect((await checks({})).of('durability')?.message).not.toContain('synchronous_commit')
  })

  test('says what holds a lock that statements wait for', async () => {
    expect((await checks({})).of('locks')).toMatchObject({ status: 'ok' })
    await withDatabase(holder =>
      holder.transaction(async tx => {
        await tx.query({ text: 'lock table benefit in access exclusive mode' })
        const waiting = sql('select count(*) from benefit')
        await expect
          .poll(async () => (await checks({})).of('locks')?.message, { timeout: 20_000 })
          .toMatch(/^1 statements wait for process \d+ .*lock table benefit.*pg_terminate_backend\(\d+\)$/)
        await tx.query({ text: 'rollback' })
        await waiting
      }),
    )
  })

  test('warns in production of invented brands and of metrics that nobody can read', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://passport.kerf.test',
      MAIL_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'passport@kerf.test',
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const { of } = await checks(production)
    expect(of('brands')).toMatchObject({ status: 'warning', message: expect.stringContaining('portal') })
    expect(of('metrics')).toMatchObject({ status: 'warning', message: expect.stringContaining('nobody') })
    const given = await checks({ ...production, METRICS_TOKEN: 'x'.repeat(32) })
    expect(given.of('metrics')).toMatchObject({ status: 'ok' })
    expect((await checks({})).of('brands')).toMatchObject({ status: 'ok' })
  })

  test('says in words what a code of the database means', async () => {
    const gone = new URL(env.DATABASE_URL ?? '')
    gone.pathname = '/kerf_no_such_database'
    expect((await checks({ DATABASE_URL: gone.href })).of('database')).toMatchObject({
      ...{ status: 'failed', message: expect.stringContaining('3D000, there is no such database') },
    })
  })

  test('compares the connections of all workers with what the database accepts, and tries the place of backups', async () => {
    const { of } = await checks({ WORKERS: '2', BACKUP_TO: join(dataDir, 'none') })
    expect(of('connections')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('up to 50 of the'),
    })
    expect(of('backups')).toMatchObject({ status: 'failed', message: expect.stringContaining('ENOENT') })
    const many = await checks({ WORKERS: '64', BACKUP_TO: dataDir })
    expect(many.of('connections')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('up to 1600'),
    })
    expect(many.of('backups')).toMatchObject({ status: 'ok' })
  })

  test('says why a replica is not used', async () => {
    expect((await checks({})).of('replica')).toBeUndefined()
    const { DATABASE_URL = '' } = env
    expect((await checks({ DATABASE_REPLICA_URL: DATABASE_URL })).of('replica')).toEqual({
      name: 'replica',
      status: 'warning',
      message: 'cannot be used: it is no standby; lists are read from the primary',
    })
  })

  test('says that a node has no use without a distributed database', async () => {
    expect((await checks({})).of('node')).toBeUndefined()
    const { DATABASE_URL = '' } = env
    expect((await checks({ DATABASE_NODE_URL: DATABASE_URL })).of('node')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('kerf db distribute'),
    })
  })

  test('lists every configuration error without printing secrets', async () => {
    const more = {
      NODE_ENV: 'production',
      MAIL_FROM: 'Kerf Passport <no-reply@kerf.test>',
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

  test('names a missing database, mail server and portal', async () => {
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
    expect(of('mail')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^SMTP ESOCKET: .*ECONNREFUSED/),
    })
    expect(of('portal')).toMatchObject({ status: 'failed' })
    expect(out).not.toContain('my-secret')
  })

  test('names an unreachable file store, provider and geo database', async () => {
    const file = join(dataDir, 'not-a-folder')
    await writeFile(file, 'x')
    const { code, of, out } = await checks({
      FILE_STORE: file,
      GEO_DATABASE: file,
      OAUTH_DOWN_CLIENT_ID: 'id',
      OAUTH_DOWN_SECRET: 'my-secret',
      OAUTH_DOWN_ISSUER: 'http://127.0.0.1:1',
      OAUTH_GITHUB_CLIENT_ID: 'id',
      OAUTH_GITHUB_SECRET: 'my-secret',
    })
    expect(code).toBe(1)
    expect(of('file store')).toMatchObject({ status: 'failed', message: expect.stringContaining('ENOTDIR') })
    expect(of('places')).toMatchObject({ status: 'failed', message: expect.stringContaining(file) })
    expect(of('social down')).toMatchObject({ status: 'failed' })
    expect(of('social github')).toEqual({
      ...{ name: 'social github', status: 'ok', message: 'logs in at github.com' },
    })
    expect(out).not.toContain('my-secret')
  })

  test('does not create the embedded database', async () => {
    const { of } = await checks({ DATABASE_URL: '' })
    expect(of('database')).toMatchObject({ status: 'skipped' })
  })
})
