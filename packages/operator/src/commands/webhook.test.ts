import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

const URL = 'https://app.example/benefits'
const newApp = async (): Promise<string> =>
  (await runJson(['app', 'create', '--code', 'creative', '--name', 'X', '--origin', 'https://app.example']))
    .clientId

test('sets, lists and removes a webhook; its secret is shown once and stored encrypted', async () => {
  const clientId = await newApp()
  const set = await runJson(['webhook', 'set', clientId, '--url', URL])
  expect(set).toEqual({ clientId, url: URL, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
  const listed = await run(['webhook', 'list', '--json'])
  expect(JSON.parse(listed.out)).toMatchObject([
    { clientId, code: 'creative', url: URL, failures: 0, behind: 0 },
  ])
  expect(listed.out).not.toContain(set.secret)
  const stored = JSON.stringify(await sql('select w::text, a.detail from webhook w, audit_event a'))
  expect(stored).not.toContain(set.secret)
  const other = await runJson(['webhook', 'set', clientId, '--url', URL])
  expect(other.secret).not.toBe(set.secret)
  expect(await runJson(['webhook', 'remove', clientId, '--yes'])).toEqual({ clientId })
  expect(await runJson(['webhook', 'list'])).toEqual([])
  expect((await run(['webhook', 'remove', clientId, '--yes'])).code).toBe(1)
})

test('rotates the secret, and signs with both while they overlap', async () => {
  const clientId = await newApp()
  await runJson(['webhook', 'set', clientId, '--url', URL])
  const rotated = await runJson(['webhook', 'rotate', clientId, '--overlap', '24', '--yes'])
  expect(rotated).toEqual({ clientId, url: URL, secret: expect.stringMatching(/^whsec_/) })
  const [row] = await runJson(['webhook', 'list'])
  expect(row.twoSecretsUntil).toBeGreaterThan(Date.now() / 1_000)
  await runJson(['webhook', 'rotate', clientId, '--yes'])
  expect((await runJson(['webhook', 'list']))[0].twoSecretsUntil).toBeNull()
  expect((await run(['webhook', 'rotate', 'app_nobody', '--yes'])).err).toContain('app_nobody')
})

test('tests a webhook, lists the request, and fails when it is not accepted', async () => {
  const app = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
  const clientId = await newApp()
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook?token=private`
  await runJson(['webhook', 'set', clientId, '--url', url])
  const tested = await run(['webhook', 'test', clientId])
  app.close()
  expect(tested.code).toBe(1)
  expect(tested.out).toMatch(/^not accepted: 503 after \d+ ms \(test_[\w-]+\)/)
  const rows = await runJson(['webhook', 'deliveries', clientId, '--failed'])
  expect(rows).toMatchObject([{ clientId, type: 'webhook.test', status: 503, cause: 'answered 503' }])
  expect((await run(['webhook', 'deliveries'])).out).not.toContain('private')
})

test('replays since a time; needs exactly one of time and delivery', async () => {
  const clientId = await newApp()
  await runJson(['webhook', 'set', clientId, '--url', URL])
  expect(await runJson(['webhook', 'replay', clientId, '--from', '2020-01-01'])).toEqual({
    clientId,
    events: 0,
  })
  expect((await run(['webhook', 'replay', clientId])).code).toBe(2)
  expect((await run(['webhook', 'replay', clientId, '--delivery', 'x'])).err).toContain('no delivery x')
})

test('rejects an unknown app', async () => {
  expect((await run(['webhook', 'set', 'app_nobody', '--url', URL])).err).toContain('app_nobody')
})

test('rejects addresses of this machine in production', async () => {
  const production = {
    NODE_ENV: 'production',
    MAIL_FROM: 'no-reply@kerf.test',
    PUBLIC_URL: 'https://p.example',
    MAIL_URL: 'smtp://m.example',
  }
  const clientId = await newApp()
  for (const url of [
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/',
    'http://localhost:3000/x',
    'https://localhost/x',
    'http://app.example/x',
  ])
    expect((await run(['webhook', 'set', clientId, '--url', url], production)).code).toBe(1)
  expect((await run(['webhook', 'set', clientId, '--url', 'https://localhost/x'], production)).err).toContain(
    'never sent to this machine in production',
  )
  expect((await run(['webhook', 'set', clientId, '--url', URL], production)).code).toBe(0)
  const listed = { ...production, WEBHOOK_NETWORKS: '10.0.0.0/8' }
  expect((await run(['webhook', 'set', clientId, '--url', 'https://10.0.0.1/x'], listed)).code).toBe(0)
})
