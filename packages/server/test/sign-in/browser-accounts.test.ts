/** More than one account signed in within one browser: switch, sign out singly, and what a page of another origin cannot do. */
import type { Endpoint, InputOf, OutputOf } from '@kerf/contract/endpoint'
import {
  endAccounts,
  listBrowserAccounts,
  setAccountAside,
  switchAccount,
} from '@kerf/contract/endpoints/account-choice'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/sign-in'
import { unbindSocial } from '@kerf/contract/endpoints/social'
import { KEPT_SESSIONS_MAX } from '@kerf/contract/limits'
import { describe, expect, test } from 'vitest'
import { type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import type { Answer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const BRAND_PAGE = 'http://shop.localhost:3000'
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }
const EXPIRED = 20206

const server = await useTestServer({ env: { DEV_ORIGINS: BRAND_PAGE } })

type Headers = Readonly<Record<string, string>>

/** Cookies, and the token that the portal's script reads from them. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const lines: string[] = []
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async <E extends Endpoint>(
    endpoint: E,
    input?: InputOf<E>,
    headers: Headers = OWN_PAGE,
  ): Promise<Answer<OutputOf<E>>> => {
    const token = cookies.get('utoken')
    const answer = await server.call(endpoint, input, {
      ...(token !== undefined && { token }),
      cookie: cookie(),
      headers,
    })
    for (const line of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    lines.push(...answer.cookies)
    return answer
  }
  const accounts = async () => (await call(listBrowserAccounts)).data.accounts
  return {
    cookies,
    /** Set-Cookie lines of all answers */
    lines,
    call,
    signIn: ({ email, password }: Person, remember = true) => call(login, { email, password, remember }),
    setAside: () => call(setAccountAside, {}),
    accounts,
    uids: async () => (await accounts()).map(({ uid }) => uid),
  }
}

/** A browser in which `count` people are signed in, the last one chosen. */
async function openBrowserOf(count: number) {
  const browser = openBrowser()
  const people: Person[] = []
  for (let index = 0; index < count; index++) {
    if (index > 0) await browser.setAside()
    const person = await seedPerson(server)
    await browser.signIn(person)
    people.unshift(person)
  }
  return { browser, people, uids: people.map(({ uid }) => uid) }
}

const sessionsOf = async ({ uid }: Person) =>
  (await server.sql('select 1 from session where uid = $1', uid)).length

test('an account that is set aside stays signed in, and nobody is chosen', async () => {
  const { browser, people } = await openBrowserOf(1)
  const [ada] = people as [Person]
  const answer = await browser.setAside()
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  expect([...browser.cookies.keys()].sort()).toEqual(['kerfAccountCount', 'kerfAccounts', 'kerfDevice'])
  expect(browser.cookies.get('kerfAccountCount')).toBe('1')
  expect(await browser.accounts()).toEqual([
    expect.objectContaining({ uid: ada.uid, detail: ada.email, business: false, chosen: false }),
  ])
  expect(await sessionsOf(ada)).toBe(1)
})

test('switches with the companion, so that a recent authentication still counts', async () => {
  const { browser, uids } = await openBrowserOf(2)
  expect(await browser.uids()).toEqual(uids)
  const [, other = ''] = uids
  const answer = await browser.call(switchAccount, { uid: other })
  expect(answer.data).toEqual({ utoken: browser.cookies.get('utoken'), uid: other })
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  expect((await browser.call(getBasicInfo)).data.uid).toBe(other)
  expect(await browser.uids()).toEqual([...uids].reverse())
  expect((await browser.call(unbindSocial, { channel: 'github' })).code).toBe(0)
})

test('a sign-out chooses nobody and leaves the others; they are signed out singly or together', async () => {
  const { browser, people, uids } = await openBrowserOf(4)
  await browser.call(logout)
  expect(browser.cookies.has('utoken')).toBe(false)
  expect(await browser.uids()).toEqual(uids.slice(1))
  expect((await browser.accounts()).some(({ chosen }) => chosen)).toBe(false)

  expect((await browser.call(endAccounts, { uid: uids[2] })).data).toEqual({ ended: 1 })
  expect(await browser.uids()).toEqual([uids[1], uids[3]])
  expect(await sessionsOf(people[2] as Person)).toBe(0)
  expect((await browser.call(switchAccount, { uid: uids[2] ?? '' })).code).toBe(EXPIRED)

  expect((await browser.call(endAccounts, {})).data).toEqual({ ended: 2 })
  expect([...browser.cookies.keys()]).toEqual(['kerfDevice'])
  expect((await browser.accounts()).length).toBe(0)
})

test('a business and a personal account beside each other', async () => {
  const { browser } = await openBrowserOf(1)
  await browser.setAside()
  const { account, password } = await seedBusiness(server)
  await browser.call(enterpriseLogin, { account, password, remember: true })
  expect((await browser.accounts())[0]).toMatchObject({ name: 'The Shop', detail: account, business: true })
})

test('a session that ended elsewhere drops out, and its cookie with it', async () => {
  const { browser, people, uids } = await openBrowserOf(2)
  await server.sql('delete from session where uid = $1', uids[1])
  expect((await browser.call(switchAccount, { uid: uids[1] ?? '' })).code).toBe(EXPIRED)
  expect(await browser.uids()).toEqual([uids[0]])
  expect(browser.cookies.has('kerfAccounts')).toBe(false)
  expect(browser.cookies.has('kerfAccountCount')).toBe(false)
  await server.sql(`update account set status = 'banned' where uid = $1`, (people[0] as Person).uid)
  expect(await browser.uids()).toEqual([])
})

test('an account is listed once: its older session ends with the next change', async () => {
  const { browser, people } = await openBrowserOf(1)
  const [ada] = people as [Person]
  await browser.setAside()
  await browser.signIn(ada)
  expect(await browser.uids()).toEqual([ada.uid])
  expect(await sessionsOf(ada)).toBe(2)
  expect((await browser.setAside()).code).toBe(0)
  expect(await browser.uids()).toEqual([ada.uid])
  expect(await sessionsOf(ada)).toBe(1)
})

test('the number of accounts, and with it the size of the cookies, is bounded', async () => {
  const { browser, uids } = await openBrowserOf(KEPT_SESSIONS_MAX + 1)
  expect((await browser.call(listBrowserAccounts)).data).toMatchObject({ full: true })
  expect((await browser.setAside()).code).toBe(20405)
  expect((await browser.call(getBasicInfo)).data.uid).toBe(uids[0])
  expect(browser.cookies.get('kerfAccounts')?.length).toBeLessThanOrEqual(545)
  // Switching needs no room.
  expect((await browser.call(switchAccount, { uid: uids[3] ?? '' })).code).toBe(0)
  expect(new Set(await browser.uids())).toEqual(new Set(uids))
})

test('without "remember me" an account is forgotten with the browser session, also while it is set aside', async () => {
  const browser = openBrowser()
  await browser.signIn(await seedPerson(server), false)
  await browser.setAside()
  expect(browser.cookies.has('kerfAccounts')).toBe(false)
  const kept = browser.lines.filter(
    line => line.startsWith('kerfVisitAccounts=') && !line.includes('Max-Age=0'),
  )
  expect(kept).toEqual([expect.not.stringContaining('Max-Age')])
  const [{ uid }] = (await browser.accounts()) as unknown as [{ uid: string }]
  await browser.call(switchAccount, { uid })
  expect(browser.lines.findLast(line => line.startsWith('utoken='))).not.toContain('Max-Age')
})

test('the cookies are HttpOnly, for this host, and not sent by other sites', async () => {
  const { browser } = await openBrowserOf(2)
  const [line = ''] = browser.lines.filter(
    text => text.startsWith('kerfAccounts=') && !text.includes('Max-Age=0'),
  )
  expect(line.replace(/=[^;]*/, '')).toBe(
    'kerfAccounts; Path=/; HttpOnly; Max-Age=31536000; SameSite=Lax; Secure',
  )
  const count = browser.lines.filter(text => text.startsWith('kerfAccountCount=1')).at(-1)
  expect(count).toBe('kerfAccountCount=1; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
})

describe('a page of a brand on the parent domain, whose calls carry the cookies', () => {
  const FOREIGN = { origin: BRAND_PAGE, 'sec-fetch-site': 'same-site' }

  test('sees, switches and ends no account', async () => {
    const { browser, people, uids } = await openBrowserOf(2)
    const other = { uid: uids[1] ?? '' }
    expect((await browser.call(listBrowserAccounts, undefined, FOREIGN)).data.accounts).toEqual([])
    expect((await browser.call(switchAccount, other, FOREIGN)).code).toBe(EXPIRED)
    expect((await browser.call(endAccounts, {}, FOREIGN)).data).toEqual({ ended: 0 })
    expect(await sessionsOf(people[1] as Person)).toBe(1)
  })

  test('sets no account aside with a token that it has read', async () => {
    const { browser } = await openBrowserOf(1)
    const token = browser.cookies.get('utoken') ?? ''
    const answer = await server.call(setAccountAside, {}, { token, headers: FOREIGN })
    expect([answer.code, answer.cookies]).toEqual([20102, []])
  })

  test('a write without proof of its origin has no access to the cookies', async () => {
    const { browser, uids } = await openBrowserOf(2)
    expect((await browser.call(switchAccount, { uid: uids[1] ?? '' }, {})).code).toBe(EXPIRED)
  })

  test('another site is refused altogether', async () => {
    const { browser, uids } = await openBrowserOf(2)
    const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await browser.call(switchAccount, { uid: uids[1] ?? '' }, from)).code).toBe(20102)
  })
})

describe('fixation', () => {
  /** A page of the parent domain has written the token of its own account; it cannot write the companion. */
  const plant = async (browser: ReturnType<typeof openBrowser>) => {
    const thief = openBrowser()
    await thief.signIn(await seedPerson(server))
    browser.cookies.set('utoken', thief.cookies.get('utoken') ?? '')
  }

  test('a session that another page planted is not set aside', async () => {
    const browser = openBrowser()
    await plant(browser)
    expect((await browser.setAside()).code).toBe(0)
    expect(await browser.uids()).toEqual([])
  })

  test('a session that another page planted is not kept by a switch', async () => {
    const { browser, uids } = await openBrowserOf(2)
    await plant(browser)
    const { code } = await browser.call(switchAccount, { uid: uids[1] ?? '' })
    expect(code).toBe(0)
    expect(await browser.uids()).toEqual([uids[1]])
  })

  test('two cookies of one name count as none', async () => {
    const { browser: victim } = await openBrowserOf(2)
    const { browser: thief, uids } = await openBrowserOf(2)
    const cookie = [...victim.cookies, ['kerfAccounts', thief.cookies.get('kerfAccounts')]]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const options = { cookie, headers: OWN_PAGE }
    expect((await server.call(switchAccount, { uid: uids[1] ?? '' }, options)).code).toBe(EXPIRED)
  })

  test.each([
    'x',
    ':',
    '.....',
    `${'A'.repeat(43)}:${'B'.repeat(43)}`,
    `${'A'.repeat(43)}.`.repeat(50),
    '%00',
  ])('a cookie %j holds no account', async value => {
    const answer = await server.call(listBrowserAccounts, undefined, {
      cookie: `kerfAccounts=${value}`,
      headers: OWN_PAGE,
    })
    expect(answer.data.accounts).toEqual([])
  })
})

test('another tab has switched meanwhile: no account is lost', async () => {
  const { browser, uids } = await openBrowserOf(3)
  const stale = browser.cookies.get('utoken') ?? ''
  await browser.call(switchAccount, { uid: uids[1] ?? '' })
  // The first tab still sends the token of the account that was chosen when it loaded.
  await browser.call(switchAccount, { uid: uids[2] ?? '' }, { ...OWN_PAGE, utoken: stale })
  expect(new Set(await browser.uids())).toEqual(new Set(uids))
})

test('a tab that still has the token of an account set aside leaves it aside', async () => {
  const { browser, uids } = await openBrowserOf(2)
  const stale = { ...OWN_PAGE, utoken: browser.cookies.get('utoken') ?? '' }
  await browser.setAside()
  expect((await browser.call(listBrowserAccounts, undefined, stale)).data.accounts).toHaveLength(2)
  expect(browser.cookies.get('kerfAccountCount')).toBe('2')
  expect(await browser.uids()).toEqual(uids)

  // For this tab the account is the chosen one, which stays.
  expect((await browser.call(endAccounts, {}, stale)).data).toEqual({ ended: 1 })
  expect(await browser.uids()).toEqual([uids[0]])
})
