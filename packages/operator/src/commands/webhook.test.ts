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
  for (const url of ['http://localhost:3000/x', 'https://localhost/x', 'http://app.example/x'])
    expect((await run(['webhook', 'set', clientId, '--url', url], production)).code).toBe(1)
  expect((await run(['webhook', 'set', clientId, '--url', URL], production)).code).toBe(0)
})
