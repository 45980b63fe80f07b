import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config/config.ts'
import { signInToken } from '../account-center/fixtures.ts'
import { seedBusiness, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const server = await useTestServer({
  env: {
    SECURITY_CONTACT: 'security@kerf.test',
    ANDROID_APPS: `test.kerf.app/${Array(32).fill('AB').join(':')}`,
    APPLE_APPS: 'A1B2C3D4E5.test.kerf.app',
    ROBOTS: 'disallow',
  },
})

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
    expect(await target(headers)).toBe(`/${language}/profile/security/password`)
  })

  test('leads an account to the page of its kind', async () => {
    const person = await signInToken(server, await seedPerson(server))
    const business = await signInToken(server, await seedBusiness(server))
    expect(await target({ cookie: `utoken=${person}` })).toBe('/en/profile/security/password')
    expect(await target({ cookie: `utoken=${business}` })).toBe('/en/profile-business/security/password')
  })
})

describe('files for apps and crawlers', () => {
  test('name the apps that may use passkeys of the portal, and the page of passkeys', async () => {
    const json = async (path: string) => {
      const answer = await get(path)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/)
      return answer.json()
    }
    const page = `http://localhost:${new URL(server.url).port}/en/profile/security/passkey`
    expect(await json('passkey-endpoints')).toEqual({ enroll: page, manage: page })
    expect(await json('apple-app-site-association')).toEqual({
      webcredentials: { apps: ['A1B2C3D4E5.test.kerf.app'] },
    })
    expect(await json('assetlinks.json')).toEqual([
      {
        relation: ['delegate_permission/common.get_login_creds'],
        target: {
          namespace: 'android_app',
          package_name: 'test.kerf.app',
          sha256_cert_fingerprints: [Array(32).fill('AB').join(':')],
        },
      },
    ])
    expect(await (await fetch(`${server.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
  })

  test('do not exist without their settings', async () => {
    const other = await startTestServer()
    const paths = ['.well-known/assetlinks.json', '.well-known/apple-app-site-association', 'robots.txt']
    const statuses = paths.map(
      async path => (await fetch(`${other.url}/${path}`, { redirect: 'manual' })).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 404])
    await other.close()
  })

  test.each([
    ['ANDROID_APPS', 'test.kerf.app'],
    ['APPLE_APPS', 'test.kerf.app'],
    ['ROBOTS', 'none'],
  ])('%s is checked at the start', (name, value) => {
    expect(() => readConfig({ [name]: value }, '/')).toThrow(new RegExp(name))
  })
})

describe('paths of calls that are no page', () => {
  test.each([
    ['/oidc/token', 405],
    ['/oidc/par', 405],
    ['/oidc/revoke', 405],
    ['/oidc/introspect', 405],
    ['/oidc/device/authorize', 405],
    ['/oidc/unknown', 404],
    ['/scim/v2/Users', 404],
    ['/scim', 404],
  ])('GET %s answers %i', async (path, status) => {
    const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST, OPTIONS' : null)
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
