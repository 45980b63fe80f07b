/** A server whose proxy is not configured, and one that starts with a weak key. */

import { join } from 'node:path'
import { login } from '@kerf/contract/endpoints/sign-in'
import { afterAll, describe, expect, test } from 'vitest'
import { checkInstallation } from '../../src/operations/installation/check-installation.ts'
import { newEmail } from '../support/accounts.ts'
import { spawnServer } from '../support/server-process.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'

const folder = useFolder('proxy')
const server = await startTestServer({ env: { TRUSTED_PROXIES: '', DATA_DIR: folder } })
const https = await startTestServer({
  env: { TRUSTED_PROXIES: '', PUBLIC_URL: 'https://passport.localhost' },
})
afterAll(async () => {
  await Promise.all([server.close(), https.close()])
})

const proxiesCheck = async (env: Record<string, string> = {}) =>
  (await checkInstallation({ DATABASE_URL: server.databaseUrl, DATA_DIR: folder, ...env }, folder)).find(
    ({ name }) => name === 'proxies',
  )

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  test('is named by kerf doctor once it has forwarded a request', async () => {
    expect(await proxiesCheck()).toMatchObject({ status: 'ok' })
    await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await expect
      .poll(async () => (await proxiesCheck())?.message)
      .toMatch(/^127\.0\.0\.1 sends X-Forwarded-For/)
    expect((await proxiesCheck())?.message).not.toContain('203.0.113.9')
  })

  test('is expected where PUBLIC_URL is https', async () => {
    const check = (
      await checkInstallation(
        { PUBLIC_URL: 'https://passport.localhost', DATA_DIR: join(folder, 'new') },
        folder,
      )
    ).find(({ name }) => name === 'proxies')
    expect(check).toMatchObject({ status: 'warning', message: expect.stringContaining('TRUSTED_PROXIES') })
  })
})

test('counts failed logins by the address of the connection, whatever X-Forwarded-For and Forwarded say (S-013)', async () => {
  expect((await server.call(login, { email: newEmail(), password: 'wrong', ticket: 'any' })).code).toBe(20111)
  await server.sql(`update rate_limit set points = 100 where key like 'fail-address:%'`)
  for (const headers of [{}, { forwarded: 'for=203.0.113.9' }, { 'x-real-ip': '203.0.113.9' }]) {
    const answer = await server.call(
      login,
      { email: newEmail(), password: 'wrong', ticket: 'any' },
      { headers },
    )
    expect(answer.code).toBe(20429)
  }
  expect(await server.sql(`select key from rate_limit where key like 'fail-address:%'`)).toEqual([
    { key: 'fail-address:127.0.0.1' },
  ])
})

describe('/metrics without a token', () => {
  const statusOf = async ({ url }: TestServer, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status

  test('is open to this machine if there is no proxy', async () => {
    expect(await statusOf(server)).toBe(200)
  })

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'])(
    'is closed to a request with %s',
    async name => {
      expect(await statusOf(server, { [name]: '203.0.113.9' })).toBe(404)
    },
  )

  test('is closed where PUBLIC_URL is https, also to a proxy that adds no header', async () => {
    expect(await statusOf(https)).toBe(404)
  })
})

test('refuses to start with a weak master key and says why', async () => {
  const start = spawnServer({
    NODE_ENV: 'production',
    PORT: '0',
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
    MAIL_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@passport.localhost',
    PUBLIC_URL: 'https://passport.localhost',
    KERF_MASTER_KEY: 'A'.repeat(43),
  })
  await expect(start).rejects.toThrow(/KERF_MASTER_KEY is not random/)
})
