/** Refused calls leave audit rows, and few of them (P-25). */
import { randomUUID } from 'node:crypto'
import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { findPassword } from '@kerf/contract/endpoints/password'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { enterpriseLogin, login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { createTicket, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { sendVerificationCode, verifyEmail, verifyHumanAnswer } from '@kerf/contract/endpoints/verification'
import { describe, expect, test } from 'vitest'
import { createRefusalAudit, type Refusal } from '../../src/platform/audit/refusal-audit.ts'
import { writeAudit } from '../../src/platform/audit/write-audit.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { setAuthenticationAge, signInToken } from '../account-center/fixtures.ts'
import { newEmail, PASSWORD, type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import type { Answer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const rowsOf = (requestId: string) =>
  server.sql('select event, outcome, uid, detail from audit_event where request_id = $1', requestId)
const NONCE = 'A'.repeat(43)
type Limits = NonNullable<NonNullable<Parameters<typeof createRefusalAudit>[2]>['limits']>

test('a throttled try leaves one row with the kind of limit, whatever their number', async () => {
  const { email } = await seedPerson(server)
  const ip = '203.0.113.9'
  const refused: string[] = []
  for (let i = 0; i < 16; i++) {
    const { code, requestId } = await server.call(
      login,
      { email, password: `wrong-${i}`, ticket: 'any' },
      { ip },
    )
    if (code === 20429) refused.push(requestId)
  }
  expect(refused.length).toBeGreaterThan(3)
  const rows = await server.sql(
    `select request_id, network, detail from audit_event where event = 'call.refused' and network = '203.0.113.0/24'`,
  )
  expect(rows).toEqual([
    {
      request_id: refused[0],
      network: '203.0.113.0/24',
      detail: { call: 'POST /v1/login', code: 20429, limit: expect.stringMatching(/^[\w.-]+$/), aimed: true },
    },
  ])
})

test.each([
  [
    'a dead code',
    20203,
    () => server.call(loginByVerificationCode, { email: 'ada@example.com', captcha: '123456', nonce: NONCE }),
  ],
  [
    'an unknown nonce',
    20206,
    () => server.call(sendVerificationCode, { receiver: 'ada@example.com', nonce: NONCE, ticket: 'any' }),
  ],
  ['a failed human check', 20205, () => server.call(verifyHumanAnswer, { payload: 'e30=' })],
])('%s leaves a row', async (_name, code, call) => {
  const answer = await call()
  expect(answer.code).toBe(code)
  expect(await rowsOf(answer.requestId)).toMatchObject([
    { event: 'call.refused', outcome: 'refused', detail: { code } },
  ])
})

test('missing rights, a missing proof and a malformed redemption code leave rows of the account', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const business = await seedBusiness(server)
  await setAuthenticationAge(server, person.uid, '1 day')
  const answers = [
    [await server.call(redeem, { code: 'short' }, { token }), person.uid, 20301],
    [
      await server.call(changeEmail, { email: 'b@example.com', captcha: '123456', nonce: NONCE }, { token }),
      person.uid,
      20107,
    ],
    [
      await server.call(redeem, { code: 'A'.repeat(16) }, { token: await signInToken(server, business) }),
      business.uid,
      20102,
    ],
    [
      await server.call(createTicket, { purpose: 'handover', target: 'https://evil.example/' }, { token }),
      person.uid,
      20102,
    ],
  ] as const
  for (const [answer, uid, code] of answers) {
    expect(answer.code).toBe(code)
    expect(await rowsOf(answer.requestId)).toMatchObject([{ event: 'call.refused', uid, detail: { code } }])
  }
})

test('a wrong secret of an app leaves a row', async () => {
  const headers = { authorization: `Basic ${Buffer.from('no-app:wrong-secret').toString('base64')}` }
  const answer = await server.call(redeemTicket, { ticket: 'x' }, { headers })
  expect(answer.code).not.toBe(0)
  const [row, ...more] = await rowsOf(answer.requestId)
  expect([row, more]).toMatchObject([{ event: 'call.refused', detail: { code: answer.code } }, []])
  expect(JSON.stringify(row)).not.toContain('wrong-secret')
})

test('a refused and an accepted token for the cookie leave rows', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const probe = await (await fetch(`${server.url}/v1/cookie/probe`)).json()
  const { domain } = (probe as { data: { domain: string } }).data
  const visit = (utoken: string) =>
    fetch(`${server.url}/v1/cookie/set-cookies?${new URLSearchParams({ utoken, domain })}`)
  for (const utoken of [token, 'B'.repeat(43)]) await (await visit(utoken)).text()
  const rows = await server.sql(`select outcome, uid from audit_event where event = 'cookie.set' order by id`)
  expect(rows).toEqual([
    { outcome: 'ok', uid: person.uid },
    { outcome: 'refused', uid: null },
  ])
})

test('a ticket leaves a row with its purpose', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const answer = await server.call(createTicket, { purpose: 'handover', target: server.url }, { token })
  expect([answer.code, await rowsOf(answer.requestId)]).toMatchObject([
    0,
    [{ event: 'ticket.created', outcome: 'ok', uid: person.uid, detail: { purpose: 'handover' } }],
  ])
  const [all] = await server.sql(`select jsonb_agg(e)::text as text from audit_event e`)
  for (const secret of [answer.data.ticket, person.email, PASSWORD])
    expect(String(all?.text)).not.toContain(secret)
})

test.each(['A%00B', '%ED%A0%80', 'x'.repeat(90)])(
  'the channel %s of a native sign-in is refused and not recorded',
  async channel => {
    const response = await fetch(`${server.url}/oauth/${channel}/login-with-accesstoken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cid: 'demo', op: 'login', accessToken: 'x' }),
    })
    const { code, requestId } = (await response.json()) as { code: number; requestId: string }
    expect([20401, 20001]).toContain(code)
    for (const row of await rowsOf(requestId))
      expect(row).toMatchObject({ event: 'social.login', detail: { channel: 'unknown' } })
  },
)

test('repeated refusals of a native sign-in leave one row', async () => {
  for (let i = 0; i < 5; i++) {
    const response = await fetch(`${server.url}/oauth/nope/login-with-accesstoken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cid: 'repeated', op: 'login', accessToken: 'x' }),
    })
    await response.text()
  }
  const rows = await server.sql(
    `select 1 from audit_event where event in ('social.login', 'social.bind') and detail->>'code' = '20401'`,
  )
  expect(rows).toHaveLength(1)
})

test('text of an audit row that the database cannot store loses those characters', async () => {
  const db = await openDatabase({
    url: server.databaseUrl,
    poolSize: 1,
    servingRole: null,
    onError: () => undefined,
  })
  await writeAudit(db, { event: 'test.text', outcome: 'refused', detail: { text: 'a\0b\ud800', more: 1 } })
  await db.close()
  expect(await server.sql(`select detail from audit_event where event = 'test.text'`)).toEqual([
    { detail: { text: 'ab\ufffd', more: 1 } },
  ])
})

describe('of a try that is aimed at an account', () => {
  const send = (email: string, nonce: string) =>
    server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })
  const nonceFor = async (email: string) =>
    (await server.call(verifyEmail, { email, scene: 'login' })).data.nonce

  const refusedTries: Record<string, (person: Person) => Promise<Answer<unknown>>> = {
    'a throttled password': async ({ email }) => {
      for (let i = 0; i < 10; i++) await server.call(login, { email, password: `wrong-${i}` })
      return server.call(login, { email, password: 'wrong-last' })
    },
    'a dead code': ({ email }) =>
      server.call(loginByVerificationCode, { email, captcha: '123456', nonce: NONCE }),
    'a dead code of a reset': ({ email }) =>
      server.call(findPassword, { email, captcha: '123456', nonce: NONCE, password: 'another-one-5' }),
    'a code past the limit of wrong ones': async ({ email, uid }) => {
      await server.sql(
        `insert into rate_limit values ('wrong:' || $1, 20, (extract(epoch from now()) * 1000)::bigint + 80000000)`,
        uid,
      )
      const nonce = await nonceFor(email)
      await send(email, nonce)
      return server.call(loginByVerificationCode, { email, captcha: '123456', nonce })
    },
    'a code requested too soon': async ({ email }) => {
      await send(email, await nonceFor(email))
      return send(email, await nonceFor(email))
    },
    'a code requested past the limit of a day': async ({ email, uid }) => {
      await server.sql(
        `insert into rate_limit select key || $1, 100000, (extract(epoch from now()) * 1000)::bigint + 80000000
           from unnest(array['code:', 'extra-mail.account:']) as key`,
        uid,
      )
      return send(email, await nonceFor(email))
    },
  }

  test.each(Object.entries(refusedTries))(
    '%s names the account, in the record alone',
    async (_, refusedTry) => {
      const person = await seedPerson(server)
      const answer = await refusedTry(person)
      expect(answer.code).not.toBe(0)
      expect(await rowsOf(answer.requestId)).toMatchObject([
        { event: 'call.refused', uid: person.uid, detail: { code: answer.code, aimed: true } },
      ])
      expect(answer.text).not.toContain(person.uid)
    },
  )

  test('an enterprise account is named by its throttled sign-in', async () => {
    const { account, uid } = await seedBusiness(server)
    const guess = () => server.call(enterpriseLogin, { account, password: 'wrong-one' })
    for (let i = 0; i < 10; i++) await guess()
    const answer = await guess()
    expect([answer.code, await rowsOf(answer.requestId)]).toMatchObject([20429, [{ uid }]])
  })

  test('a name without an account names none', async () => {
    const email = newEmail('nobody')
    const input = { email, captcha: '123456', nonce: NONCE }
    const dead = await server.call(loginByVerificationCode, input, { ip: '192.0.2.77' })
    expect(await rowsOf(dead.requestId)).toMatchObject([{ uid: null, detail: { code: 20203 } }])
  })
})

describe('with many kinds', () => {
  const record = async (event: string, refusals: Iterable<Omit<Refusal, 'event'>>, limits?: Limits) => {
    const db = await openDatabase({
      url: server.databaseUrl,
      poolSize: 1,
      servingRole: null,
      onError: () => undefined,
    })
    const audit = createRefusalAudit(db, error => expect.unreachable(error.message), limits ? { limits } : {})
    for (const refusal of refusals) await audit.record({ event, ...refusal })
    await audit.flush()
    await db.close()
    return server.sql<{ uid: string; network: string; n: number; kinds: string | null }>(
      `select uid, network::text, coalesce((detail->>'repeated')::int, 1) as n, detail->>'kinds' as kinds
         from audit_event where event = $1 order by id`,
      event,
    )
  }
  const flood = (network: string) => Array.from({ length: 300 }, (_, i) => ({ network, detail: { call: i } }))

  test('one network hides neither another nor an account', async () => {
    const own = '198.51.100.0/24'
    const uid = randomUUID()
    const victim = { network: own, uid, detail: { call: 'login' } }
    const other = { network: '192.0.2.0/24', detail: { call: 'login' } }
    const rows = await record('test.blind', [...flood(own), victim, other])
    expect(rows.slice(-3)).toMatchObject([
      { network: own, uid, n: 1, kinds: null },
      { network: other.network, n: 1, kinds: null },
      { network: own, n: 289, kinds: 'many' },
    ])
    expect(rows).toHaveLength(10 + 2 + 2)
  })

  test('tries aimed at many accounts leave few rows, and hide no account that calls itself', async () => {
    const own = '198.51.100.0/24'
    const share = { kindsMax: 20, perNetwork: 5 }
    const limits = { anonymous: share, named: share, aimed: share, networksMax: 4 }
    const aimed = Array.from({ length: 1_000 }, (_, i) => ({
      network: `10.${i % 50}.0.0/24`,
      uid: randomUUID(),
      isAimed: true,
    }))
    const uid = randomUUID()
    const rows = await record('test.aimed', [...aimed, { network: own, uid, detail: { call: 'x' } }], limits)
    expect(rows.filter(row => row.uid === uid)).toMatchObject([{ network: own, n: 1, kinds: null }])
    expect(rows.length).toBeLessThanOrEqual(2 * (20 + 4 + 1) + 1)
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(1_001)
  })

  test('the number of rows is bounded, every refusal is counted, and no network is lost', async () => {
    const share = { kindsMax: 3, perNetwork: 2 }
    const refusals = Array.from({ length: 1_000 }, (_, i) => ({
      network: i % 2 ? `10.${i % 100}.0.0/24` : `2001:db8:${i % 100}::/48`,
      ...(i % 3 === 0 && { uid: randomUUID() }),
    }))
    const limits = { anonymous: share, named: share, aimed: share, networksMax: 4 }
    const rows = await record('test.flood', refusals, limits)
    expect(rows.length).toBeLessThanOrEqual(2 * (3 + 3 + 4 + 2))
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(1_000)
    expect(new Set(rows.map(({ network }) => network))).toContain('10.0.0.0/8')
    expect(new Set(rows.map(({ network }) => network))).toContain('2001::/16')
    expect(rows.filter(({ network }) => network === null)).toEqual([])
  })
})
