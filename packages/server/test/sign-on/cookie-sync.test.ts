import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { HOSTILE_ADDRESSES } from '@kerf/contract/hostile-addresses-fixture'
import { describe, expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { createHostBrowser, usePassportHosts } from './passport-hosts.ts'

const hosts = await usePassportHosts()
const person = await seedPerson(hosts.server)

const TARGET = 'http://shop.localhost:3000/x?y=%20z#v'
const addCookies = (query: Readonly<Record<string, string>> = {}): string =>
  `${hosts.one}/v1/cookie/add-cookies?${new URLSearchParams({ target: TARGET, ...query })}`
const setCookies = (query: Readonly<Record<string, string>>): string =>
  `${hosts.two}/v1/cookie/set-cookies?${new URLSearchParams({ domain: 'two.localhost', ...query })}`

async function signIn(whose = person): Promise<string> {
  const given = { email: whose.email, password: PASSWORD, remember: true }
  return (await hosts.server.call(login, given)).data.utoken
}
async function syncTicket(token: string, target = hosts.two): Promise<string> {
  return (await hosts.server.call(createTicket, { purpose: 'sync', target }, { token })).data.ticket
}
const uidOf = async (token: string | undefined): Promise<string> =>
  (await hosts.server.call(getBasicInfo, undefined, { token: token ?? '' })).data.uid
const all = () => [hosts.one, hosts.two, hosts.dead]

describe('redirect chain over the sibling hosts', () => {
  test('signs in at each reachable sibling, skips the others, and ends at the exact target', async () => {
    const browser = createHostBrowser()
    const token = await signIn()
    browser.tokens.set(hosts.one, token)
    const way = await browser.walk(addCookies(), all())
    expect(way.at(-1)).toBe(TARGET)
    expect(way.map(address => new URL(address).origin)).toEqual([
      hosts.one,
      hosts.two,
      hosts.one,
      new URL(TARGET).origin,
    ])
    const theirs = browser.tokens.get(hosts.two)
    expect(theirs).toMatch(/^[\w-]{64}$/)
    expect(theirs, 'a separate session').not.toBe(token)
    expect(await uidOf(theirs)).toBe(person.uid)
    expect(way.join(), 'no token in a URL').not.toContain(token)

    // After logout at the first host, a chain without a session removes the ended token at the second.
    await hosts.server.call(logout, {}, { token })
    expect((await hosts.server.call(getBasicInfo, undefined, { token: theirs ?? '' })).code).toBe(20101)
    browser.tokens.delete(hosts.one)
    expect((await browser.walk(addCookies(), all())).at(-1)).toBe(TARGET)
    expect(browser.tokens.has(hosts.two)).toBe(false)
  })

  test('keeps an existing session of any account at a sibling host', async () => {
    const other = await seedPerson(hosts.server)
    const browser = createHostBrowser()
    const theirs = await signIn(other)
    browser.tokens.set(hosts.two, theirs)
    browser.tokens.set(hosts.one, await signIn())
    await browser.walk(addCookies(), all())
    expect(browser.tokens.get(hosts.two)).toBe(theirs)
    browser.tokens.delete(hosts.one)
    await browser.walk(addCookies(), all())
    expect(browser.tokens.get(hosts.two)).toBe(theirs)
  })

  test('skips siblings that the page has called, and ignores invalid indexes', async () => {
    const browser = createHostBrowser()
    browser.tokens.set(hosts.one, await signIn())
    for (const skip of ['2', '2,2,1', '0,1,2,3,999'])
      expect(await browser.walk(addCookies({ skip }), all())).toHaveLength(2)
    for (const step of ['3', '999']) expect(await browser.walk(addCookies({ step }), all())).toHaveLength(2)
    for (const query of [{ skip: '-1,x,1e1,٢' }, { step: '-1' }, { step: 'x' }, { step: '1e9' }])
      expect((await browser.walk(addCookies(query), all())).at(-1)).toBe(TARGET)
  })

  test('never follows or echoes a hostile target', async () => {
    const browser = createHostBrowser()
    const home = `${hosts.one}/`
    const sendable = HOSTILE_ADDRESSES.filter(address => address.isWellFormed())
    expect(sendable.length).toBeGreaterThan(300)
    const strangers = sendable.filter(address => !/localhost|127\.0\.0\.1/i.test(address))
    for (const target of strangers.slice(0, 100)) {
      const { status, location } = await browser.visit(addCookies({ target, step: '9' }))
      expect([status, location], target).toEqual([303, home])
    }
    const twice = await browser.visit(`${addCookies({ step: '9' })}&target=${encodeURIComponent(TARGET)}`)
    expect(twice.location).toBe(home)
  })

  test('redirects to the target above the rate limit', async () => {
    const browser = createHostBrowser()
    browser.tokens.set(hosts.one, await signIn())
    for (let i = 0; i < 120; i++) await browser.visit(addCookies({ step: '9' }))
    expect((await browser.visit(addCookies())).location).toBe(TARGET)
  })
})

describe('the cookie options of the address', () => {
  const cookieOf = (cookies: readonly string[]) => cookies.find(line => line.startsWith('utoken=')) ?? ''
  const CALL = () => ({ 'sec-fetch-dest': 'empty', origin: hosts.one })
  const log = () => hosts.server.processes[0]?.output() ?? ''

  test('hold on every host of the chain', async () => {
    const browser = createHostBrowser()
    browser.tokens.set(hosts.one, await signIn())
    const first = await browser.visit(addCookies({ sameSite: 'strict', secure: '0' }))
    const hop = new URL(first.location ?? '')
    expect([hop.searchParams.get('sameSite'), hop.searchParams.get('secure')]).toEqual(['strict', '0'])
    const { cookies, location } = await browser.visit(hop.href)
    expect(cookieOf(cookies)).toMatch(/; SameSite=Strict$/)
    expect(new URL(location ?? '').searchParams.get('sameSite')).toBe('strict')
    expect(new URL(location ?? '').searchParams.get('secure')).toBe('0')
  })

  test.each([
    ['a ticket', () => signIn().then(token => syncTicket(token))],
    ['a token', () => signIn()],
  ])('hold for %s in set-cookies', async (_what, create) => {
    const given = { utoken: await create(), sameSite: 'lax', secure: '0' }
    const { cookies } = await createHostBrowser().visit(setCookies(given), CALL())
    expect(cookieOf(cookies)).toMatch(/; SameSite=Lax$/)
  })

  test('hold for the form that asks the person', async () => {
    const visited = setCookies({ utoken: await signIn(), sameSite: 'strict' })
    const { port, pathname, search } = new URL(visited)
    const page = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      headers: { 'sec-fetch-dest': 'document' },
    })
    expect(await page.text()).toContain('action="/v1/cookie/set-cookies?sameSite=strict"')
  })

  test('warn where a browser would drop the cookie', async () => {
    const { length } = log()
    await createHostBrowser().visit(setCookies({ utoken: await signIn(), sameSite: 'lax' }), CALL())
    expect(log().slice(length)).not.toContain('SameSite=None needs Secure')
    const given = { utoken: await syncTicket(await signIn()), secure: '0' }
    const { cookies } = await createHostBrowser().visit(setCookies(given), CALL())
    expect(cookieOf(cookies)).toMatch(/; SameSite=Lax$/)
    await expect.poll(() => log().slice(length)).toContain('SameSite=None needs Secure')
  })
})

describe('set-cookies', () => {
  test('accepts a ticket once, and not of another host or purpose', async () => {
    const token = await signIn()
    const browser = createHostBrowser()
    const ticket = await syncTicket(token)
    const set = await browser.visit(setCookies({ utoken: ticket }))
    expect([set.status, set.code]).toEqual([200, 0])
    expect(set.cookies[0]).toMatch(
      /^utoken=[\w-]{64}; Path=\/; Domain=two\.localhost; Max-Age=31536000; SameSite=None; Secure$/,
    )
    expect(set.headers.get('cache-control')).toBe('no-store')
    const { data } = await hosts.server.call(
      createTicket,
      { purpose: 'handover', target: hosts.one },
      { token },
    )
    for (const utoken of [
      ticket,
      await syncTicket(token, hosts.dead),
      data.ticket,
      `tkt_${'A'.repeat(43)}`,
    ]) {
      const refused = await createHostBrowser().visit(setCookies({ utoken }))
      expect([refused.status, refused.code, refused.cookies]).toEqual([410, 20206, []])
    }
  })

  test('accepts one of 50 concurrent calls with one ticket', async () => {
    const utoken = await syncTicket(await signIn())
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => createHostBrowser().visit(setCookies({ utoken }))),
    )
    expect(tries.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1)
  })

  test('accepts a live token unchanged from a listed page and rejects an ended one', async () => {
    const token = await signIn()
    const browser = createHostBrowser()
    const called = { 'sec-fetch-dest': 'empty', origin: hosts.one }
    expect((await browser.visit(setCookies({ utoken: token }), called)).code).toBe(0)
    expect(browser.tokens.get(hosts.two)).toBe(token)
    for (const utoken of ['A'.repeat(43), token.slice(0, -1), `${token}x`]) {
      const refused = await createHostBrowser().visit(setCookies({ utoken }))
      expect([refused.code, refused.cookies]).toEqual([20101, []])
      expect(refused.headers.get('cache-control')).toBe('no-store')
    }
  })

  describe('with a token that is visited as a page', () => {
    const PAGE = { 'sec-fetch-dest': 'document', 'accept-language': 'zh-CN' }
    const post = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`http://127.0.0.1:${new URL(hosts.two).port}/v1/cookie/set-cookies`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', origin: 'null', ...headers },
        body: new URLSearchParams(form),
      })
    const open = async (token: string, query = {}, headers: Readonly<Record<string, string>> = PAGE) => {
      const { port, search } = new URL(setCookies({ utoken: token, ...query }))
      const page = await fetch(`http://127.0.0.1:${port}/v1/cookie/set-cookies${search}`, { headers })
      return { page, html: await page.text() }
    }
    const fieldsOf = (html: string): Record<string, string> =>
      Object.fromEntries(
        [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
          name,
          value?.replaceAll('&amp;', '&'),
        ]),
      )

    test('asks under the name of the account and sets the cookie after the click', async () => {
      const token = await signIn()
      const { page, html } = await open(token)
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
      expect(html).toContain(person.email)
      expect(html).toContain('<html lang="zh">')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'; form-action 'self'$/)
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/<script|style=|\son\w+=/i)
      expect(fieldsOf(html)).toEqual({ utoken: token, domain: 'two.localhost' })
      const answer = await post(fieldsOf(html))
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${hosts.two}/`])
      expect(answer.headers.getSetCookie()).toEqual([
        `utoken=${token}; Path=/; Domain=two.localhost; Max-Age=31536000; SameSite=None; Secure`,
      ])
    })

    test('continues with the chain after the click', async () => {
      const token = await signIn()
      const next = `${hosts.one}/v1/cookie/add-cookies?target=x&step=2`
      const { html, page } = await open(token, { next })
      expect(page.headers.get('content-security-policy')).not.toContain('form-action')
      const answer = await post(fieldsOf(html))
      expect([answer.headers.get('location'), answer.headers.getSetCookie().length]).toEqual([next, 1])
      const other = await post({ ...fieldsOf(html), next: 'https://evil.example/' })
      expect(other.headers.get('location')).toBe(`${hosts.two}/`)
    })

    test.each([
      ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['a sibling host', { 'sec-fetch-site': 'same-site' }],
      ['a typed address', { 'sec-fetch-site': 'none' }],
      ['a client without metadata', { 'sec-fetch-site': '' }],
    ])('refuses the form of %s', async (_who, headers) => {
      const answer = await post({ utoken: await signIn(), domain: 'two.localhost' }, headers)
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    test.each([
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' autofocus onfocus='alert(1)",
      '</title><svg onload=alert(1)>',
      '&lt;b&gt;\u202egpj',
    ])('shows the name %j as text', async name => {
      const mallory = await seedPerson(hosts.server)
      await hosts.server.sql('update account set nickname = $2, email = $2 where uid = $1', mallory.uid, name)
      const login = await signIn(mallory)
      const { html } = await open(login)
      expect(html).not.toMatch(/<script|<img|<svg|<b>&lt;b/i)
      expect(html).toContain(
        name
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
          .replaceAll("'", '&#x27;'),
      )
    })

    test('keeps the session of another account without asking', async () => {
      const theirs = await signIn(await seedPerson(hosts.server))
      const { page, html } = await open(await signIn(), {}, { ...PAGE, cookie: `utoken=${theirs}` })
      expect([page.headers.getSetCookie(), html]).toEqual([[], expect.stringContaining('"code":0')])
    })

    test('leads to the login page if the session has ended meanwhile', async () => {
      const token = await signIn()
      const { html } = await open(token)
      await hosts.server.call(logout, {}, { token })
      const answer = await post(fieldsOf(html))
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []])
    })
  })

  test.each([
    '',
    'localhost',
    '.two.localhost',
    'passport.two.localhost',
    'one.localhost',
    'two.localhost.',
    'TWO.localhost',
    'evil.example',
    '127.0.0.1',
    'two.localhost; Secure',
  ])('sets no cookie for the domain %j', async domain => {
    const refused = await createHostBrowser().visit(setCookies({ utoken: await signIn(), domain }))
    expect([refused.status, refused.code, refused.cookies]).toEqual([400, 20001, []])
  })

  test.each<Readonly<Record<string, string>>>([
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'script' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-dest': 'document', purpose: 'prefetch' },
    { 'sec-fetch-dest': 'empty', origin: 'https://evil.example' },
    { 'sec-fetch-dest': 'empty', origin: 'null' },
    { 'sec-fetch-dest': 'empty' },
  ])('sets no cookie for a request with %j', async headers => {
    const token = await signIn()
    const refused = await createHostBrowser().visit(setCookies({ utoken: token }), headers)
    expect([refused.code, refused.cookies]).toEqual([20001, []])
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
    const head = await createHostBrowser().visit(setCookies({ utoken: token }), {}, 'HEAD')
    expect([head.status, head.cookies]).toEqual([405, []])
  })

  test('allows pages of sibling hosts to read the answer with credentials', async () => {
    const headers = { 'sec-fetch-dest': 'empty', origin: hosts.one }
    const {
      code,
      headers: said,
      cookies,
    } = await createHostBrowser().visit(setCookies({ utoken: await syncTicket(await signIn()) }), headers)
    expect([code, cookies.length]).toEqual([0, 2])
    expect(said.get('access-control-allow-origin')).toBe(hosts.one)
    expect(said.get('access-control-allow-credentials')).toBe('true')
    expect(said.get('vary')).toContain('Origin')
  })

  test('redirects to sibling hosts only', async () => {
    const rejectedTargets = [
      'https://evil.example/',
      `${hosts.two}/`,
      `${hosts.one}.evil.example/v1/cookie/add-cookies`,
      `${hosts.one}/en/profile`,
      `${hosts.one}/v1/cookie/set-cookies?utoken=x`,
      `${hosts.one}/v1/cookie/add-cookies/../set-cookies`,
      '//x',
      'javascript:1',
    ]
    for (const next of rejectedTargets) {
      const { status, location } = await createHostBrowser().visit(
        setCookies({ utoken: await syncTicket(await signIn()), next }),
      )
      expect([status, location], next).toEqual([200, null])
    }
  })

  test('clears the cookie of an ended session only', async () => {
    const browser = createHostBrowser()
    const token = await signIn()
    browser.tokens.set(hosts.two, token)
    expect((await browser.visit(setCookies({ utoken: '' }))).cookies).toEqual([])
    await hosts.server.call(logout, {}, { token })
    const forgotten = await browser.visit(setCookies({ utoken: '' }))
    expect(forgotten.code).toBe(0)
    expect(forgotten.cookies).toHaveLength(3)
    expect(browser.tokens.has(hosts.two)).toBe(false)
  })
})

test('probe returns the cookie domain and whether the cookie arrived', async () => {
  const browser = createHostBrowser()
  const probe = `${hosts.two}/v1/cookie/probe`
  const first = await browser.visit(probe, { origin: hosts.one })
  expect(first.cookies).toEqual(['kerfProbe=1; Path=/v1/cookie; HttpOnly; Max-Age=60; SameSite=None; Secure'])
  expect(first.headers.get('access-control-allow-origin')).toBe(hosts.one)
  const second = await browser.visit(probe, { origin: hosts.one, cookie: 'kerfProbe=1' })
  expect(second.code).toBe(0)
  for (const origin of ['https://evil.example', 'null', `${hosts.one}.evil.example`]) {
    const { headers } = await browser.visit(probe, { origin })
    expect(headers.get('access-control-allow-origin'), origin).toBeNull()
  }
})
