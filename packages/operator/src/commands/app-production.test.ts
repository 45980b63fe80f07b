import { expect, test } from 'vitest'
import { run, useDatabase } from '../database-fixture.ts'

useDatabase()

test('rejects origins of this machine in production', async () => {
  const production = {
    NODE_ENV: 'production',
    MAIL_FROM: 'Kerf Passport <no-reply@kerf.test>',
    PUBLIC_URL: 'https://passport.example',
    MAIL_URL: 'smtp://mail.example',
  }
  const words = ['app', 'create', '--code', 'portal', '--name', 'X', '--origin']
  for (const origin of ['http://localhost:3000', 'https://localhost', 'http://127.0.0.1:3000'])
    expect((await run([...words, origin], production)).code).toBe(1)
  expect(await run([...words, 'https://shop.partner.example'], production)).toMatchObject({
    code: 0,
    err: '',
  })
})
