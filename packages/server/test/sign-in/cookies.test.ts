import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { keepSession, logout } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cookieOf,
  newEmail,
  PASSWORD,
  type Person,
  requestCode,
  seedBusiness,
  seedPerson,
} from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const DEPLOYMENTS = [
  {
    deployment: 'https with a parent domain',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'https://passport.kerf.example', COOKIE_DOMAIN: 'kerf.example' },
    attributes: '; Path=/; Domain=kerf.example',
    sameSite: {
      '': 'None; Secure',
      lax: 'Lax; Secure',
      strict: 'Strict; Secure',
      none: 'None; Secure',
      unknown: 'None; Secure',
    },
    insecure: 'None; Secure',
    clearedCookies: 2,
  },
  {
    deployment: 'https without a parent domain',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'https://passport.kerf.example' },
    attributes: '; Path=/; Domain=passport.kerf.example',
    sameSite: { '': 'None; Secure', lax: 'Lax; Secure', strict: 'Strict; Secure' },
    insecure: 'None; Secure',
    clearedCookies: 2,
  },
  {
    deployment: 'http on this machine',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'http://localhost:8080' },
    attributes: '; Path=/',
    sameSite: { '': 'None; Secure', lax: 'Lax; Secure', strict: 'Strict; Secure' },
    insecure: 'Lax',
    clearedCookies: 1,
  },
  {
    deployment: 'other http',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'http://passport.shop.example' },
    attributes: '; Path=/; Domain=passport.shop.example',
    sameSite: { '': 'Lax', lax: 'Lax', strict: 'Strict', none: 'Lax' },
    insecure: 'Lax',
    clearedCookies: 2,
  },
  {
    deployment: 'http by address',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'http://192.0.2.7:8080' },
    attributes: '; Path=/',
    sameSite: { '': 'Lax', strict: 'Strict' },
    insecure: 'Lax',
    clearedCookies: 1,
  },
]

describe.each(DEPLOYMENTS)('$deployment', ({ env, attributes, sameSite, insecure, clearedCookies }) => {
  let server: TestServer
  let person: Person
  beforeAll(async () => {
    server = await startTestServer({ env })
    person = await seedPerson(server)
  })
  afterAll(() => server.close())

  const signIn = (remember: boolean, headers: Record<string, string> = {}) =>
    server.call(login, { email: person.email, password: PASSWORD, remember }, { headers })

  test.each(Object.entries(sameSite))(
    'answers the requested sameSite %j with %s',
    async (requested, security) => {
      const { cookies, data } = await signIn(false, requested === '' ? {} : { cookieSameSite: requested })
      expect(cookies[0]).toBe(`utoken=${data.utoken}${attributes}; SameSite=${security}`)
    },
  )

  test('sets an insecure cookie on http only', async () => {
    const { cookies, data } = await signIn(true, { cookieSecure: '0' })
    expect(cookies[0]).toBe(`utoken=${data.utoken}${attributes}; Max-Age=31536000; SameSite=${insecure}`)
  })

  test('follows the options in every call that sets the cookie', async () => {
    const headers = { cookieSameSite: 'strict', cookieSecure: '0' }
    const token = (await signIn(true)).data.utoken
    const business = await seedBusiness(server)
    const [newcomer, code] = [newEmail(), await requestCode(server, person.email, 'login')]
    const answers = await Promise.all([
      server.call(enterpriseLogin, { account: business.account, password: PASSWORD }, { headers }),
      server.call(loginByVerificationCode, { email: person.email, ...code }, { headers }),
      requestCode(server, newcomer, 'register').then(registering =>
        server.call(
          register,
          { email: newcomer, password: PASSWORD, agreement: true, ...registering },
          { headers },
        ),
      ),
      server.call(keepSession, undefined, { headers, token }),
    ])
    for (const { cookies } of answers)
      expect(cookies.find(line => line.startsWith('utoken='))).toMatch(
        env.PUBLIC_URL.startsWith('https:') ? /; SameSite=Strict; Secure$/ : /; SameSite=Strict$/,
      )
  })

  test('sets the browser cookie once, for this host only and not readable by scripts', async () => {
    const first = await signIn(false)
    const [, browserCookie = ''] = first.cookies
    const [name = ''] = browserCookie.split('=')
    // With the prefix __Host- a browser rejects a cookie that a sibling host sets for the parent domain.
    expect(name).toBe(env.PUBLIC_URL.startsWith('https:') ? '__Host-kerfDevice' : 'kerfDevice')
    expect(browserCookie).toMatch(/^[\w-]+=[\w-]{43}; Path=\/; HttpOnly; Max-Age=34560000; SameSite=/)
    expect(browserCookie).not.toContain('Domain')
    const again = await server.call(
      login,
      { email: person.email, password: PASSWORD },
      { cookie: cookieOf(first, name) },
    )
    expect(again.cookies).toHaveLength(2)
    const duplicated = await server.call(
      login,
      { email: person.email, password: PASSWORD },
      { cookie: `${cookieOf(first, name)}; ${name}=${'A'.repeat(43)}` },
    )
    expect(duplicated.cookies).toHaveLength(3)
  })

  test.each([true, false])(
    'sets a companion that lives as long as the token, remember %j',
    async remember => {
      const { cookies, data } = await signIn(remember)
      const [name = '', value = ''] = (cookies.at(-1) ?? '').split(/[=;]/)
      expect(name).toBe(env.PUBLIC_URL.startsWith('https:') ? '__Host-kerfCompanion' : 'kerfCompanion')
      expect(value).toMatch(/^[\w-]{43}$/)
      expect(value).not.toBe(data.utoken)
      const life = remember ? '; Max-Age=31536000' : ''
      expect(cookies.at(-1)).toBe(`${name}=${value}; Path=/; HttpOnly${life}; SameSite=${sameSite['']}`)
      const strict = await signIn(remember, { cookieSameSite: 'strict' })
      expect(strict.cookies.at(-1)).toContain('; SameSite=Strict')
    },
  )

  test('ignores two token cookies and clears them for the host and for the parent domain', async () => {
    const { data } = await signIn(false)
    for (const cookie of [
      `utoken=${data.utoken}; utoken=${'A'.repeat(43)}`,
      `utoken=${'A'.repeat(43)}; IntlLang=en; utoken=${data.utoken}`,
      `utoken=${data.utoken}; utoken=${data.utoken}`,
    ]) {
      const answer = await server.call(getBasicInfo, undefined, { cookie })
      expect(answer.code).toBe(20101)
      expect(answer.cookies).toHaveLength(clearedCookies)
      for (const line of answer.cookies) expect(line).toMatch(/^utoken=; .*Max-Age=0/)
    }
    // The token of the header is accepted despite the two cookies.
    const both = { token: data.utoken, cookie: 'utoken=x; utoken=y' }
    expect((await server.call(getBasicInfo, undefined, both)).code).toBe(0)
  })

  test('accepts the cookie alone for reads, not for writes', async () => {
    const { data } = await signIn(false)
    const cookie = `IntlLang=en; utoken=${data.utoken}`
    expect((await server.call(getBasicInfo, undefined, { cookie })).code).toBe(0)
    expect((await server.call(logout, {}, { cookie })).code).toBe(20102)
    expect((await server.call(getBasicInfo, undefined, { cookie })).code).toBe(0)
  })
})
