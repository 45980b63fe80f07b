import { logout } from '@kerf/contract/endpoints/session'
import { unbindSocial } from '@kerf/contract/endpoints/social'
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  setAuthenticationAge,
  setBothProofs,
  signInBrowser,
  signInToken,
  signInWithBothProofs,
} from '../account-center/fixtures.ts'
import { type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Browser, createBrowser, FROM_PORTAL, LANDING, readResult, signInAtProvider } from './browser.ts'
import { newPerson, useMockProvider } from './mock-provider.ts'

const mock = await useMockProvider()
const other = { OAUTH_OTHER_CLIENT_ID: 'mock-client', OAUTH_OTHER_SECRET: 'mock-secret' }
const server = await useTestServer({ env: { ...mock.env, ...other, OAUTH_OTHER_ISSUER: mock.issuer } })
beforeEach(() => {
  mock.person = newPerson()
})

async function signedIn(person: Person): Promise<{ browser: Browser; token: string }> {
  const browser = createBrowser(server)
  const { token, cookies } = await signInBrowser(server, person)
  await setBothProofs(server, person.uid)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return { browser, token }
}
const bind = (browser: Browser, query: Readonly<Record<string, string>> = {}, channel = 'mock') =>
  signInAtProvider(server, channel, { op: 'bind', ...query }, browser)
const linksOf = async (uid: string) =>
  (await server.sql<{ channel: string }>('select channel from social_link where uid = $1', uid)).map(
    ({ channel }) => channel,
  )
const ticketOf = async (token: string): Promise<string> => {
  const origin = new URL(server.url)
  origin.hostname = 'localhost'
  const { data, text } = await server.call(createTicket, { purpose: 'bind', target: origin.href }, { token })
  if (!data.ticket) throw new Error(text)
  return data.ticket
}

test('connects with the cookie of a recently authenticated session; a repeat succeeds', async () => {
  const person = await seedPerson(server)
  const { browser, token } = await signedIn(person)
  for (let i = 0; i < 2; i++)
    expect(await bind(browser)).toMatchObject({ code: 0, op: 'bind', utoken: '', created: false })
  // Connecting keeps the session and starts no new one.
  expect(browser.cookies.get('utoken')).toBe(token)
  expect(await linksOf(person.uid)).toEqual(['mock'])
  await server.waitForMail(person.email, ({ subject }) => /connected/i.test(subject))
  expect(await signInAtProvider(server, 'mock')).toMatchObject({ code: 0, created: false })
})

test('rejects a missing session (20101), an old authentication (20107) and an enterprise account (20102)', async () => {
  expect((await bind(createBrowser(server))).code).toBe(20101)
  const expired = createBrowser(server)
  expired.cookies.set('utoken', 'A'.repeat(43))
  expect((await bind(expired)).code).toBe(20101)
  const person = await seedPerson(server)
  const { browser } = await signedIn(person)
  await setAuthenticationAge(server, person.uid, '601 seconds')
  expect((await bind(browser)).code).toBe(20107)
  const shop = await seedBusiness(server)
  const business = createBrowser(server)
  business.cookies.set('utoken', await signInToken(server, shop))
  expect((await bind(business)).code).toBe(20102)
  expect(await linksOf(person.uid)).toEqual([])
})

test('ignores two cookies of the same name', async () => {
  const { browser, token } = await signedIn(await seedPerson(server))
  browser.cookies.set('utoken', `${token}; utoken=${await signInToken(server, await seedPerson(server))}`)
  expect((await bind(browser)).code).toBe(20101)
})

describe('a link on another site', () => {
  const landing = async (browser: Browser, query: string, site: string): Promise<number> => {
    const visit = { headers: { 'sec-fetch-site': site } }
    const response = await browser.visit(`/oauth/mock/auth?${query}`, visit)
    const to = new URL(response.headers.get('location') ?? '', server.url).href
    return LANDING.test(to) ? (await readResult(server, to)).data.code : 0
  }
  test('starts no connection, with cookie or ticket, but may start a sign-in', async () => {
    const { browser, token } = await signedIn(await seedPerson(server))
    expect(await landing(browser, 'op=bind', 'cross-site')).toBe(20102)
    expect(await landing(browser, `op=bind&ut=${await ticketOf(token)}`, 'cross-site')).toBe(20102)
    expect(await landing(browser, 'op=login', 'cross-site')).toBe(0)
    expect(await landing(browser, 'op=bind', 'same-origin')).toBe(0)
  })

  test('on a sibling host starts no connection, with cookies or ticket', async () => {
    const { browser, token } = await signedIn(await seedPerson(server))
    // `none`: the person opened the sibling's address, which redirected.
    for (const site of ['same-site', 'none']) {
      expect([site, await landing(browser, 'op=bind', site)]).toEqual([site, 20107])
      expect(await landing(browser, `op=bind&ut=${await ticketOf(token)}`, site)).toBe(20102)
    }
  })

  test('starts no connection with the token alone', async () => {
    const { browser } = await signedIn(await seedPerson(server))
    browser.cookies.delete('kerfCompanion')
    expect((await bind(browser)).code).toBe(20107)
    browser.cookies.set('kerfCompanion', 'A'.repeat(43))
    expect((await bind(browser)).code).toBe(20107)
  })
})

describe('by ticket', () => {
  test('accepts a ticket once, and no token or ticket of another purpose', async () => {
    const person = await seedPerson(server)
    const token = await signInWithBothProofs(server, person)
    const ticket = await ticketOf(token)
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: ticket })).code).toBe(0)
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: ticket })).code).toBe(20206)
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: token })).code).toBe(20206)
    const origin = new URL(server.url)
    origin.hostname = 'localhost'
    const handover = await server.call(createTicket, { purpose: 'handover', target: origin.href }, { token })
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: handover.data.ticket })).code).toBe(20206)
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: '12345' })).code).toBe(20206)
    expect(await linksOf(person.uid)).toEqual(['mock'])
  })

  test('rejects the ticket of a session that has ended or is not recently authenticated', async () => {
    const person = await seedPerson(server)
    const token = await signInWithBothProofs(server, person)
    const stale = await ticketOf(token)
    await setAuthenticationAge(server, person.uid, '601 seconds')
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: stale })).code).toBe(20107)
    await setAuthenticationAge(server, person.uid, '0 seconds')
    const ended = await ticketOf(token)
    await server.call(logout, {}, { token })
    expect((await bind(createBrowser(server, 0, FROM_PORTAL), { ut: ended })).code).toBe(20206)
  })

  test('rejects the ticket of another account than the signed-in one', async () => {
    const ticket = await ticketOf(await signInWithBothProofs(server, await seedPerson(server)))
    const { browser } = await signedIn(await seedPerson(server))
    expect((await bind(browser, { ut: ticket })).code).toBe(20102)
  })

  test.each(['same-site', 'none', 'cross-site'])('rejects every ticket from %s', async site => {
    const attacker = await seedPerson(server)
    const ticket = await ticketOf(await signInWithBothProofs(server, attacker))
    const { browser } = await signedIn(await seedPerson(server))
    const own = browser.cookies.get('utoken')
    for (const cookie of ['', `utoken=${own}`, `utoken=${own}; utoken=tossed`]) {
      const visitor = createBrowser(server, 0, { 'sec-fetch-site': site, cookie })
      expect((await bind(visitor, { ut: ticket })).code).toBe(20102)
    }
    expect(await linksOf(attacker.uid)).toEqual([])
  })

  test('rejects a second cookie that hides the session of the visitor', async () => {
    const attacker = await seedPerson(server)
    const { browser } = await signedIn(await seedPerson(server))
    browser.cookies.set('utoken', `${browser.cookies.get('utoken')}; utoken=tossed`)
    const ticket = await ticketOf(await signInWithBothProofs(server, attacker))
    expect((await bind(browser, { ut: ticket })).code).toBe(20102)
    const portal = createBrowser(server, 0, FROM_PORTAL)
    for (const [name, value] of browser.cookies) portal.cookies.set(name, value)
    expect((await bind(portal, { ut: ticket })).code).toBe(20102)
    expect(await linksOf(attacker.uid)).toEqual([])
  })

  test('from an engine that does not name the site: only in the browser that created it', async () => {
    const person = await seedPerson(server)
    const { browser, token } = await signedIn(person)
    expect((await bind(createBrowser(server), { ut: await ticketOf(token) })).code).toBe(20107)
    expect(await linksOf(person.uid)).toEqual([])
    expect((await bind(browser, { ut: await ticketOf(token) })).code).toBe(0)
    expect(await linksOf(person.uid)).toEqual(['mock'])
  })
})

test('rejects an identity of another account, which keeps it', async () => {
  const [first, second] = [await seedPerson(server), await seedPerson(server)]
  expect((await bind((await signedIn(first)).browser)).code).toBe(0)
  expect((await bind((await signedIn(second)).browser)).code).toBe(20402)
  expect([await linksOf(first.uid), await linksOf(second.uid)]).toEqual([['mock'], []])
})

test('rejects a second identity of the same channel', async () => {
  const person = await seedPerson(server)
  const { browser } = await signedIn(person)
  expect((await bind(browser)).code).toBe(0)
  mock.person = newPerson()
  expect((await bind(browser)).code).toBe(20402)
})

test('connects one identity to one of three accounts that try at once', async () => {
  const people = [await seedPerson(server), await seedPerson(server), await seedPerson(server)]
  const browsers = await Promise.all(people.map(signedIn))
  const results = await Promise.all(browsers.map(({ browser }) => bind(browser)))
  expect(results.map(({ code }) => code).sort()).toEqual([0, 20402, 20402])
})

test('rejects accounts that are restricted, or banned or restricted in the meantime', async () => {
  const restricted = await seedPerson(server, { status: 'restricted' })
  expect((await bind((await signedIn(restricted)).browser)).code).toBe(20103)
  for (const [status, code] of [
    ['banned', 20104],
    ['restricted', 20103],
  ] as const) {
    const person = await seedPerson(server)
    const { browser } = await signedIn(person)
    const callback = await browser.follow('/oauth/mock/auth?op=bind', /callback\?/)
    await server.sql('update account set status = $2 where uid = $1', person.uid, status)
    const { data } = await readResult(server, await browser.follow(callback, LANDING))
    expect(data.code).toBe(code)
    expect(await linksOf(person.uid)).toEqual([])
  }
})

test('treats one subject under two channels as two identities', async () => {
  const person = await seedPerson(server)
  const { browser } = await signedIn(person)
  expect((await bind(browser)).code).toBe(0)
  const { email: _, ...nameless } = mock.person
  mock.person = nameless
  expect((await signInAtProvider(server, 'other')).code).toBe(20115)
  expect((await bind(browser, {}, 'other')).code).toBe(0)
  expect((await linksOf(person.uid)).sort()).toEqual(['mock', 'other'])
})

test('releases the identity after disconnecting', async () => {
  const [first, second] = [await seedPerson(server), await seedPerson(server)]
  const { browser, token } = await signedIn(first)
  expect((await bind(browser)).code).toBe(0)
  expect((await server.call(unbindSocial, { channel: 'mock' }, { token })).code).toBe(0)
  expect((await bind((await signedIn(second)).browser)).code).toBe(0)
})

test('audits connections and rejections by account', async () => {
  const person = await seedPerson(server)
  const { browser } = await signedIn(person)
  await bind(browser)
  mock.mode = 'expired'
  expect((await bind(browser)).code).toBe(20401)
  mock.mode = 'ok'
  const rows = await server.sql(
    `select event, outcome, detail from audit_event where uid = $1 and event like 'social.%' order by id`,
    person.uid,
  )
  expect(rows).toEqual([
    { event: 'social.bound', outcome: 'ok', detail: { channel: 'mock' } },
    { event: 'social.bind', outcome: 'refused', detail: { channel: 'mock', code: 20401 } },
  ])
})
