import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config/config.ts'
import { signInToken } from '../account-center/fixtures.ts'
import { seedBusiness, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { SECURITY_CONTACT: 'security@kerf.test' } })

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}/.well-known/${path}`, { headers, redirect: 'manual' })

describe('change-password', () => {
  const target = async (headers: Readonly<Record<string, string>>) => {
    const { status, headers: answered } = await get('change-password', headers)
    expect([status, answered.get('cache-control')]).toEqual([302, 'no-store'])
    return answered.get('location')
  }

  test.each([
    [{ 'accept-language': 'zh-CN,zh;q=0.9' }, 'zh'],
    [{ 'accept-language': 'en' }, 'en'],
    [{ cookie: 'IntlLang=zh', 'accept-language': 'en' }, 'zh'],
  ])('leads a visitor with %j to the page of the password, in %s', async (headers, language) => {
    expect(await target(headers)).toBe(`/${language}/profile/security`)
  })

  test('leads an account to the page of its kind', async () => {
    const person = await signInToken(server, await seedPerson(server))
    const business = await signInToken(server, await seedBusiness(server))
    expect(await target({ cookie: `utoken=${person}` })).toBe('/en/profile/security')
    expect(await target({ cookie: `utoken=${business}` })).toBe('/en/profile-business/settings')
  })
})

describe('security.txt', () => {
  test('names the contact and expires within a year', async () => {
    const response = await get('security.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await response.text()).split('\r\n')
    const origin = `http://localhost:${new URL(server.url).port}`
    const [, expires = ''] = lines[1]?.split('Expires: ') ?? []
    expect(lines).toEqual([
      'Contact: mailto:security@kerf.test',
      `Expires: ${expires}`,
      'Preferred-Languages: en, zh',
      `Canonical: ${origin}/.well-known/security.txt`,
      '',
    ])
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(178)
    expect(days).toBeLessThan(365)
  })

  test('is unknown without a contact', async () => {
    const other = await startTestServer()
    const answer = await readAnswer(await fetch(`${other.url}/.well-known/security.txt`))
    expect([answer.status, answer.code]).toEqual([404, 20002])
    await other.close()
  })

  test.each([
    ['security@kerf.test', 'mailto:security@kerf.test'],
    ['mailto:security@kerf.test', 'mailto:security@kerf.test'],
    ['https://kerf.test/report', 'https://kerf.test/report'],
    ['tel:+1-201-555-0123', 'tel:+1-201-555-0123'],
  ])('takes the contact %s', (given, contact) => {
    expect(readConfig({ SECURITY_CONTACT: given }, '/').securityContact).toBe(contact)
  })

  test.each([
    'nobody',
    'http://kerf.test/report',
    'javascript:alert(1)',
    'https://kerf.test/a b',
    'a@b.test\nX: y',
  ])('refuses the contact %j', given => {
    expect(() => readConfig({ SECURITY_CONTACT: given }, '/')).toThrow(/SECURITY_CONTACT/)
  })
})

test('an unknown name is not found, so that password managers trust the answers', async () => {
  const { status } = await get('resource-that-should-not-exist-whose-status-code-should-not-be-200')
  expect(status).toBe(404)
})
