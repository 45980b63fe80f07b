import { clearSessions, logout } from '@kerf/contract/endpoints/session'
import {
  createTicket,
  endSessions,
  enterByTicket,
  listLiveSessions,
  redeemTicket,
} from '@kerf/contract/endpoints/ticket'
import { describe, expect, test } from 'vitest'
import { sessionCode, signInToken, signInWithBothProofs } from '../account-center/fixtures.ts'
import { type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Credentials, credentials, registerApp } from './register-app.ts'

const SHOP = 'https://shop.partner.example'
const OTHER = 'https://other.partner.example'

const server = await useTestServer({ env: { DEV_ORIGINS: 'http://page.localhost:5173' } })
const portal = `http://localhost:${new URL(server.url).port}`
const shop = await registerApp(server, SHOP, 'http://a.kerf.localhost:3000')
const other = await registerApp(server, OTHER)

const createTestTicket = async (token: string, target = `${SHOP}/after?x=1`, purpose = 'handover') =>
  (await server.call(createTicket, { purpose, target }, { token })).data.ticket
const redeem = (ticket: string, headers: Credentials = shop) =>
  server.call(redeemTicket, { ticket }, { headers })
const enter = (ticket: string) => server.call(enterByTicket, { ticket })
const signedInPerson = async (): Promise<{ person: Person; token: string }> => {
  const person = await seedPerson(server)
  return { person, token: await signInWithBothProofs(server, person) }
}

test('returns the account of a ticket to the app, without credentials', async () => {
  const { person, token } = await signedInPerson()
  const made = await server.call(createTicket, { purpose: 'handover', target: `${SHOP}/x` }, { token })
  expect(made.data).toEqual({ ticket: expect.stringMatching(/^tkt_[\w-]{43}$/), expiresIn: 60 })
  const { code, data, text, cookies } = await redeem(made.data.ticket)
  expect([code, cookies]).toEqual([0, []])
  expect(data).toMatchObject({ uid: person.uid, email: person.email })
  expect(data.session).toMatch(new RegExp(`^${person.uid}\\.[\\w-]{16}$`))
  expect(text).not.toContain(token)
  const kept = JSON.stringify(await server.sql(`select encode(hash, 'escape') as hash from ticket`))
  expect(kept).not.toContain(made.data.ticket.slice(4))
  const audited = await server.sql(
    `select outcome from audit_event where event = 'ticket.redeemed' and uid = $1`,
    person.uid,
  )
  expect(audited).toEqual([{ outcome: 'ok' }])
})

test('supports enterprise accounts', async () => {
  const business = await seedBusiness(server)
  const { data } = await redeem(await createTestTicket(await signInToken(server, business)))
  expect(data).toMatchObject({ uid: business.uid })
})

describe('a ticket is', () => {
  test('accepted once', async () => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token)
    expect((await redeem(ticket)).code).toBe(0)
    expect((await redeem(ticket)).code).toBe(20206)
  })

  test('bound to its origin: another app gets nothing and does not consume it', async () => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token)
    expect((await redeem(ticket, other)).code).toBe(20206)
    expect((await enter(ticket)).code).toBe(20206)
    expect((await redeem(ticket)).code).toBe(0)
  })

  test('bound to its purpose', async () => {
    const { token } = await signedInPerson()
    const bind = await createTestTicket(token, portal, 'bind')
    expect((await enter(bind)).code).toBe(20206)
    expect((await redeem(bind)).code).toBe(20206)
    const own = await createTestTicket(token, portal)
    expect((await redeem(own)).code).toBe(20206)
    expect((await enter(own)).code).toBe(0)
  })

  test('invalid after its session has ended', async () => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token)
    const own = await createTestTicket(token, portal)
    await server.call(logout, {}, { token })
    expect((await redeem(ticket)).code).toBe(20206)
    expect((await enter(own)).code).toBe(20206)
  })

  test("expired after 60 s by the database's clock", async () => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token)
    const [row] = await server.sql<{ left: number }>(
      'select max(extract(epoch from expires_at - now()))::float8 as left from ticket',
    )
    expect(row?.left).toBeGreaterThan(40)
    expect(row?.left).toBeLessThanOrEqual(60)
    await server.sql(`update ticket set expires_at = expires_at - interval '60 seconds'`)
    expect((await redeem(ticket)).code).toBe(20206)
  })

  test.each(['', 'tkt_', 'x', `tkt_${'A'.repeat(43)}`, 'A'.repeat(43), `TKT_${'A'.repeat(43)}`, 'tkt_%00'])(
    'rejected as %j',
    async ticket => {
      for (const answer of [await redeem(ticket), await enter(ticket)])
        expect([20206, 20001]).toContain(answer.code)
    },
  )

  test('rejected as a token, and a token is rejected as a ticket', async () => {
    const { token } = await signedInPerson()
    expect((await enter(token)).code).toBe(20206)
    expect(await sessionCode(server, await createTestTicket(token))).toBe(20101)
  })
})

describe('an app that names the return address', () => {
  const RETURN = `${SHOP}/return?state=s-1&next=%2Fcart`
  const redeemFor = (ticket: string, returnUrl: string) =>
    server.call(redeemTicket, { ticket, returnUrl }, { headers: shop })

  test.each([
    ['the exact one', RETURN],
    ['another spelling of the same URL', RETURN.replace(SHOP, 'HTTPS://SHOP.partner.example:443')],
    ['one with parameters that the portal removes', RETURN.replace('?', '?ut=1&ticket=2&')],
  ])('gets the account of a ticket for %s', async (_what, returnUrl) => {
    const { person, token } = await signedInPerson()
    const { code, data } = await redeemFor(await createTestTicket(token, RETURN), returnUrl)
    expect([code, data.uid]).toEqual([0, person.uid])
  })

  test.each([
    ['another state', `${SHOP}/return?state=s-2&next=%2Fcart`],
    ['another order of the query', `${SHOP}/return?next=%2Fcart&state=s-1`],
    ['another spelling of the query', `${SHOP}/return?state=s-1&next=/cart`],
    ['a repeated parameter', `${RETURN}&state=s-1`],
    ['no query', `${SHOP}/return`],
    ['another path', `${SHOP}/return/?state=s-1&next=%2Fcart`],
    ['another fragment', `${RETURN}#x`],
    ['another origin', RETURN.replace('shop.', 'other.')],
    ['its origin only', SHOP],
    ['no URL', 'return?state=s-1'],
    ['an empty text', ''],
  ])('gets nothing for %s, and the ticket stays valid', async (_what, returnUrl) => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token, RETURN)
    expect((await redeemFor(ticket, returnUrl)).code).toBe(20206)
    expect((await redeemFor(ticket, RETURN)).code).toBe(0)
    expect((await redeemFor(ticket, RETURN)).code).toBe(20206)
  })

  test('gets nothing for a ticket that was made for the origin', async () => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token, SHOP)
    expect((await redeemFor(ticket, RETURN)).code).toBe(20206)
    expect((await redeem(ticket)).code).toBe(0)
  })

  test('gets nothing for a ticket of a version that did not store the address', async () => {
    const { person, token } = await signedInPerson()
    const ticket = await createTestTicket(token, RETURN)
    await server.sql('update ticket set return_url_hash = null where uid = $1', person.uid)
    expect((await redeemFor(ticket, RETURN)).code).toBe(20206)
    expect((await redeem(ticket)).code).toBe(0)
  })

  test('may have the longest address that the portal follows', async () => {
    const { token } = await signedInPerson()
    const longest = `${RETURN}&x=`.padEnd(4096, 'x')
    expect((await redeemFor(await createTestTicket(token, longest), longest)).code).toBe(0)
    const tooLong = await server.call(createTicket, { purpose: 'handover', target: `${longest}x` }, { token })
    expect([tooLong.code, tooLong.fields]).toEqual([20001, { target: 'invalid' }])
  })

  test('leaves no trace of the address in the database', async () => {
    const { token } = await signedInPerson()
    await createTestTicket(token, `${SHOP}/return?state=very-secret-state`)
    const [{ all } = { all: '' }] = await server.sql<{ all: string }>(
      'select json_agg(t)::text as all from ticket t',
    )
    expect(all).toContain(SHOP)
    expect(all).not.toContain('very-secret-state')
  })
})

describe('a target', () => {
  test.each([
    ['handover', 'https://evil.example/'],
    ['handover', 'https://shop.partner.example.evil.example/'],
    ['handover', 'https://evil.example@/'],
    ['handover', 'http://shop.partner.example/'],
    ['handover', 'https://shop.partner.example:8443/'],
    ['handover', 'javascript:alert(1)'],
    ['handover', 'data:text/html,x'],
    ['handover', 'https://user:pw@shop.partner.example/'],
    ['handover', 'https://shop.partner.example\\@evil.example/'],
    ['handover', 'blob:https://shop.partner.example/x'],
    ['handover', 'null'],
    ['handover', ''],
    // On this computer, but neither registered nor listed.
    ['handover', 'http://b.other.localhost:3000/'],
    ['handover', 'http://localhost:3000/'],
    ['handover', 'http://page.localhost:5174/'],
    ['bind', `${SHOP}/`],
    ['sync', `${SHOP}/`],
    ['sync', 'http://localhost:1/'],
  ])('for %s is rejected: %s', async (purpose, target) => {
    const { token } = await signedInPerson()
    const answer = await server.call(createTicket, { purpose, target }, { token })
    expect([answer.code, answer.fields?.target]).toEqual([20102, 'invalid'])
  })

  test('is reduced to its origin', async () => {
    const { token } = await signedInPerson()
    const ticket = await createTestTicket(token, `https://SHOP.partner.example:443/any?where#at-all`)
    expect((await redeem(ticket)).code).toBe(0)
  })
})

test.each([
  ['missing', () => ({})],
  ['a wrong secret', () => credentials('app_nobody', 'x')],
  ['an empty secret', () => ({ authorization: shop.authorization?.slice(0, 20) ?? '' })],
  ['the token of the person', () => ({ authorization: 'Bearer x' })],
])('rejects %s credentials without consuming the ticket', async (_what, headers) => {
  const { token } = await signedInPerson()
  const ticket = await createTestTicket(token)
  expect((await server.call(redeemTicket, { ticket }, { headers: headers(), token })).code).toBe(20121)
  expect((await redeem(ticket)).code).toBe(0)
})

test('starts a session with a new token and keeps the old session', async () => {
  const { person, token } = await signedInPerson()
  const { code, data } = await enter(await createTestTicket(token, portal))
  expect([code, data.uid]).toEqual([0, person.uid])
  expect(data.utoken).not.toBe(token)
  expect([await sessionCode(server, token), await sessionCode(server, data.utoken)]).toEqual([0, 0])
  const rows = await server.sql('select method from session where uid = $1 order by method', person.uid)
  expect(rows.map(({ method }) => method)).toEqual(['password', 'ticket'])
})

test('rejects a banned account', async () => {
  const { person, token } = await signedInPerson()
  const own = await createTestTicket(token, portal)
  await server.sql(`update account set status = 'banned' where uid = $1`, person.uid)
  expect((await enter(own)).code).toBe(20104)
})

describe('alive', () => {
  const alive = async (sessions: readonly string[], headers = shop): Promise<readonly string[]> =>
    (await server.call(listLiveSessions, { sessions }, { headers })).data.alive

  test('returns the live sign-ins', async () => {
    const [first, second] = [await signedInPerson(), await signedInPerson()]
    const names = await Promise.all(
      [first, second].map(async ({ token }) => (await redeem(await createTestTicket(token))).data.session),
    )
    expect([...(await alive(names))].sort()).toEqual([...names].sort())
    await server.call(logout, {}, { token: first.token })
    expect(await alive(names)).toEqual([names[1]])
    const third = await signInToken(server, second.person)
    expect((await server.call(clearSessions, {}, { token: third })).code).toBe(0)
    expect(await alive(names)).toEqual([])
  })

  test('and end answer only the app that redeemed a ticket of the sign-in', async () => {
    const { token } = await signedInPerson()
    const { session } = (await redeem(await createTestTicket(token))).data
    const end = (headers: Credentials) => server.call(endSessions, { sessions: [session] }, { headers })
    expect([await alive([session]), await alive([session], other)]).toEqual([[session], []])
    expect((await end(other)).data).toEqual({ ended: 0 })
    expect(await sessionCode(server, token)).toBe(0)
    // The same sign-in reaches both apps.
    const theirs = (await redeem(await createTestTicket(token, `${OTHER}/`), other)).data.session
    expect([theirs, await alive([session], other), await alive([session])]).toEqual([
      session,
      [session],
      [session],
    ])
    expect((await end(other)).data).toEqual({ ended: 1 })
    expect(await sessionCode(server, token)).toBe(20101)
  })

  test('answers every app about a sign-in of a version that did not store the apps', async () => {
    const { person, token } = await signedInPerson()
    const { session } = (await redeem(await createTestTicket(token))).data
    await server.sql('update session set redeemed_by = null where uid = $1', person.uid)
    expect(await alive([session], other)).toEqual([session])
    expect((await redeem(await createTestTicket(token))).code).toBe(0)
    expect(await alive([session])).toEqual([session])
  })

  test('handles invalid, empty and too long lists', async () => {
    expect(await alive([])).toEqual([])
    expect(await alive(['', '.', 'x.y', `${crypto.randomUUID()}.`, `${crypto.randomUUID()}.x`])).toEqual([])
    const many = await server.call(listLiveSessions, { sessions: Array(101).fill('x') }, { headers: shop })
    expect(many.code).toBe(20001)
  })
})
