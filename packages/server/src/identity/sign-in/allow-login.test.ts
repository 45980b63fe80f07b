import { randomBytes, randomUUID } from 'node:crypto'
import { allowLogin } from '@kerf/contract/endpoints/sign-in'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loginLink } from './allow-login.ts'

test('a link fits its call, however long the names in it are', () => {
  const link = loginLink(randomBytes(32), {
    flow: randomBytes(32).toString('base64url'),
    uid: randomUUID(),
    network: randomBytes(32).toString('base64url'),
    place: 'GB|Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    application: 'a'.repeat(120),
    at: 1_796_000_000,
  })
  expect(v.is(allowLogin.input, { link, confirm: true })).toBe(true)
  expect(link.length).toBeLessThanOrEqual(512)
})
