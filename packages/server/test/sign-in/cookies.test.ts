import { getBasicInfo, logout } from '@kerf/contract/endpoints/account'
import { login } from '@kerf/contract/endpoints/login'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, PASSWORD, type Person, seedPerson } from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PLACES = [
  {
    place: 'https with a parent domain',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'https://passport.kerf.example', COOKIE_DOMAIN: 'kerf.example' },
    attributes: '; Path=/; Domain=kerf.example',
    wishes: {
      '': 'None; Secure',
      lax: 'Lax; Secure',
      strict: 'Strict; Secure',
      none: 'None; Secure',
      odd: 'None; Secure',
    },
    insecure: 'None; Secure',
    clears: 2,
  },
  {
    place: 'https without one',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'https://passport.kerf.example' },
    attributes: '; Path=/; Domain=passport.kerf.example',
    wishes: { '': 'None; Secure', lax: 'Lax; Secure', strict: 'Strict; Secure' },
    insecure: 'None; Secure',
    clears: 2,
  },
  {
    place: 'http on this machine',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'http://localhost:8080' },
    attributes: '; Path=/',
    wishes: { '': 'None; Secure', lax: 'Lax; Secure', strict: 'Strict; Secure' },
    insecure: 'Lax',
    clears: 1,
  },
  {
    place: 'other http',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'http://passport.shop.example' },
    attributes: '; Path=/; Domain=passport.shop.example',
    wishes: { '': 'Lax', lax: 'Lax', strict: 'Strict', none: 'Lax' },
    insecure: 'Lax',
    clears: 2,
  },
  {
    place: 'http by address',
    env: { KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'http://192.0.2.7:8080' },
    attributes: '; Path=/',
    wishes: { '': 'Lax', strict: 'Strict' },
    insecure: 'Lax',
    clears: 1,
  },
]

describe.each(PLACES)('on $place', ({ env, attributes, wishes, insecure, clears }) => {
  let server: TestServer
  let person: Person
  beforeAll(async () => {
    server = await startTestServer({ env })
    person = await seedPerson(server)
  })
  afterAll(() => server.close())

  const enter = (remember: boolean, headers: Record<string, string> = {}) =>
    server.call(login, { email: person.email, password: PASSWORD, remember }, { headers })

  test.each(Object.entries(wishes))('a wish for sameSite=%j gives %s', async (wish, security) => {
    const { cookies, data } = await enter(false, wish === '' ? {} : { cookieSameSite: wish })
    expect(cookies[0]).toBe(`utoken=${data.utoken}${attributes}; SameSite=${security}`)
  })

  test('a wish for an insecure cookie holds on http only', async () => {
    const { cookies, data } = await enter(true, { cookieSecure: '0' })
    expect(cookies[0]).toBe(`utoken=${data.utoken}${attributes}; Max-Age=31536000; SameSite=${insecure}`)
  })

  test('the device cookie is of this host, not for scripts and made once', async () => {
    const first = await enter(false)
    const [, device = ''] = first.cookies
    const [name = ''] = device.split('=')
    // The prefix has browsers refuse one that a sibling host plants for the parent domain.
    expect(name).toBe(env.PUBLIC_URL.startsWith('https:') ? '__Host-kerfDevice' : 'kerfDevice')
    expect(device).toMatch(/^[\w-]+=[\w-]{43}; Path=\/; HttpOnly; Max-Age=34560000; SameSite=/)
    expect(device).not.toContain('Domain')
    const again = await server.call(
      login,
      { email: person.email, password: PASSWORD },
      { cookie: cookieOf(first, name) },
    )
    expect(again.cookies).toHaveLength(1)
    const tossed = await server.call(
      login,
      { email: person.email, password: PASSWORD },
      { cookie: `${cookieOf(first, name)}; ${name}=${'A'.repeat(43)}` },
    )
    expect(tossed.cookies).toHaveLength(2)
  })

  test('two token cookies count as none and are cleared wherever they may lie', async () => {
    const { data } = await enter(false)
    for (const cookie of [
      `utoken=${data.utoken}; utoken=${'A'.repeat(43)}`,
      `utoken=${'A'.repeat(43)}; IntlLang=en; utoken=${data.utoken}`,
      `utoken=${data.utoken}; utoken=${data.utoken}`,
    ]) {
      const answer = await server.call(getBasicInfo, undefined, { cookie })
      expect(answer.code).toBe(20101)
      expect(answer.cookies).toHaveLength(clears)
      for (const line of answer.cookies) expect(line).toMatch(/^utoken=; .*Max-Age=0/)
    }
    // The header is not the cookie's business.
    const both = { token: data.utoken, cookie: 'utoken=x; utoken=y' }
    expect((await server.call(getBasicInfo, undefined, both)).code).toBe(0)
  })

  test('the cookie alone reads, and never writes', async () => {
    const { data } = await enter(false)
    const cookie = `IntlLang=en; utoken=${data.utoken}`
    expect((await server.call(getBasicInfo, undefined, { cookie })).code).toBe(0)
    expect((await server.call(logout, {}, { cookie })).code).toBe(20101)
    expect((await server.call(getBasicInfo, undefined, { cookie })).code).toBe(0)
  })
})
