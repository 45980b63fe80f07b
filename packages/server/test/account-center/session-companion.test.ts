/** A stolen token alone takes no account: sensitive changes ask for the session's companion (S-131). */

import type { Endpoint, InputOf } from '@kerf/contract/endpoint'
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo, getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { clearSessions, getSessionLog, keepSession, logout } from '@kerf/contract/endpoints/session'
import { login, loginByVerificationCode, reauthenticate, register } from '@kerf/contract/endpoints/sign-in'
import { loginWithAccessToken, unbindSocial } from '@kerf/contract/endpoints/social'
import { createTicket, enterByTicket } from '@kerf/contract/endpoints/ticket'
import { verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import { describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, type Person, requestCode, seedPerson } from '../support/accounts.ts'
import { type Answer, type CallOptions, companionCookieOf } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  insertLiveSession,
  requestOwnCode,
  setAuthenticationAge,
  setBothProofs,
  signIn,
  signInToken,
} from './fixtures.ts'

const server = await useTestServer({ env: { DEV_ORIGINS: 'http://shop.localhost:3000' } })
const portal = `http://localhost:${new URL(server.url).port}`

/** Overrides the companion that the test client would send, as a browser does. */
const NO_COOKIE = { cookie: '' }
const code = async (endpoint: Endpoint, input: InputOf<Endpoint>, options: CallOptions) =>
  (await server.call(endpoint, input as never, options)).code

const ticketSession = async (token: string): Promise<string> => {
  const { data } = await server.call(createTicket, { purpose: 'handover', target: portal }, { token })
  return (await server.call(enterByTicket, { ticket: data.ticket })).data.utoken
}

/** Every call that answers 20107, with input that is right except for the authentication. */
const SENSITIVE: readonly [
  string,
  (person: Person, token: string) => Promise<readonly [Endpoint, unknown, CallOptions?]>,
][] = [
  ['disconnecting', async () => [unbindSocial, { channel: 'github' }]],
  ['a bind ticket', async () => [createTicket, { purpose: 'bind', target: portal }]],
  [
    'connecting natively',
    async () => [
      loginWithAccessToken,
      { cid: 'unknown', op: 'bind', accessToken: 'x' },
      { params: { channel: 'demo' } },
    ],
  ],
  [
    'a new email address',
    async () => {
      const email = newEmail('thief')
      return [changeEmail, { email, ...(await requestCode(server, email, 'bind')) }]
    },
  ],
  [
    'a first password',
    async ({ uid, email }, token) => {
      await server.sql('update account set password_hash = null where uid = $1', uid)
      const setpwd = await requestOwnCode(server, token, { email }, 'setpwd')
      return [changePassword, { ...setpwd, password: 'engraved-88' }]
    },
  ],
]

describe.each(SENSITIVE)('%s', (_what, prepare) => {
  const setUp = async (): Promise<{
    token: string
    call: (token: string, options?: CallOptions) => Promise<number>
  }> => {
    const person = await seedPerson(server)
    const token = await signInToken(server, person)
    await setBothProofs(server, person.uid)
    const [endpoint, input, options] = await prepare(person, token)
    return { token, call: (token, more) => code(endpoint, input as never, { ...options, ...more, token }) }
  }

  test.each([
    ['no cookie', NO_COOKIE],
    ['an invented cookie', { cookie: `kerfCompanion=${'A'.repeat(43)}` }],
    ['an invented header', { cookie: '', headers: { companion: 'A'.repeat(43) } }],
    ['a malformed header', { cookie: '', headers: { companion: '\'"; drop' } }],
  ])('is refused for the token with %s', async (_case, options) => {
    const { token, call } = await setUp()
    expect(await call(token, options)).toBe(20107)
  })

  test('is refused for the token as its own companion and for that of another account', async () => {
    const { token, call } = await setUp()
    const other = companionCookieOf(await signIn(server, await seedPerson(server)))
    expect(await call(token, { cookie: `kerfCompanion=${token}` })).toBe(20107)
    expect(await call(token, { cookie: other ?? '' })).toBe(20107)
  })

  test('is refused for a session by ticket, by the same browser too', async () => {
    const { token, call } = await setUp()
    expect(await call(await ticketSession(token), NO_COOKIE)).toBe(20107)
  })

  test('is allowed in the browser of the sign-in', async () => {
    const { token, call } = await setUp()
    expect(await call(token)).not.toBe(20107)
  })
})

test('the calls with a proof of their own and all others need no companion', async () => {
  const person = await seedPerson(server)
  const token = await insertLiveSession(server, person.uid)
  const handover = { purpose: 'handover', target: portal }
  expect(await code(getBasicInfo, undefined, { token })).toBe(0)
  expect(await code(getFullInfo, undefined, { token })).toBe(0)
  expect(await code(getSessionLog, {}, { token })).toBe(0)
  expect(await code(setOtherInfo, { nickname: 'Ada' }, { token })).toBe(0)
  expect(await code(verifyOwnEmail, { scene: 'delete' }, { token })).toBe(0)
  expect(await code(createTicket, handover, { token })).toBe(0)
  expect(await code(keepSession, undefined, { token })).toBe(0)
  expect(await code(clearSessions, {}, { token })).toBe(0)
  const change = { oldPassword: PASSWORD, password: 'engraved-89' }
  expect(await code(changePassword, change, { token })).toBe(0)
  const proof = await requestOwnCode(server, token, person, 'delete').catch(() => undefined)
  if (proof) expect(await code(deleteAccount, { ...proof, confirm: true }, { token })).toBe(0)
  const other = await seedPerson(server)
  expect(await code(logout, {}, { token: await insertLiveSession(server, other.uid) })).toBe(0)
})

const isSensitiveAllowed = async (token: string, options: CallOptions = {}): Promise<boolean> =>
  (await code(unbindSocial, { channel: 'github' }, { ...options, token })) === 0

describe('a companion comes with', () => {
  test.each<[string, (person: Person) => Promise<Answer<{ utoken: string }>>]>([
    ['a password', person => signIn(server, person)],
    [
      'a mailed code',
      async ({ email }) =>
        server.call(loginByVerificationCode, { email, ...(await requestCode(server, email, 'login')) }),
    ],
    [
      'a reset',
      async ({ email }) =>
        server.call(findPassword, {
          email,
          ...(await requestCode(server, email, 'findpwd')),
          password: 'engraved-90',
        }),
    ],
    [
      'a sign-up',
      async () => {
        const email = newEmail()
        const given = { email, password: 'engraved-91', agreement: true } as const
        return server.call(register, { ...given, ...(await requestCode(server, email, 'register')) })
      },
    ],
  ])('a sign-in by %s', async (_how, enter) => {
    const answer = await enter(await seedPerson(server))
    expect(answer.code).toBe(0)
    const cookie = companionCookieOf(answer) ?? ''
    expect(answer.text).not.toContain(cookie.split('=')[1])
    expect(await isSensitiveAllowed(answer.data.utoken, { cookie })).toBe(true)
  })

  test('no session by ticket or by keeping a token', async () => {
    const token = await signInToken(server, await seedPerson(server))
    const { data } = await server.call(createTicket, { purpose: 'handover', target: portal }, { token })
    const entered = await server.call(enterByTicket, { ticket: data.ticket })
    expect(entered.cookies).toEqual([])
    const kept = await server.call(keepSession, undefined, { token: entered.data.utoken, ...NO_COOKIE })
    expect([kept.code, kept.cookies.length, companionCookieOf(kept)]).toEqual([0, 1, undefined])
  })
})

describe('reauthentication', () => {
  const reauthenticateWithout = (token: string) =>
    server.call(reauthenticate, { password: PASSWORD }, { token, ...NO_COOKIE })

  test.each<[string, (person: Person) => Promise<string>]>([
    ['by ticket', async person => ticketSession(await signInToken(server, person))],
    ['of an older version', person => insertLiveSession(server, person.uid)],
  ])('gives a companion to a session %s, by cookie and by header', async (_how, enter) => {
    const token = await enter(await seedPerson(server))
    expect(await isSensitiveAllowed(token, NO_COOKIE)).toBe(false)
    const answer = await reauthenticateWithout(token)
    expect(answer.code).toBe(0)
    const { companion } = answer.data
    expect(companionCookieOf(answer)).toBe(`kerfCompanion=${companion}`)
    expect(await isSensitiveAllowed(token, { cookie: `kerfCompanion=${companion}` })).toBe(true)
    expect(await isSensitiveAllowed(token, { cookie: '', headers: { companion } })).toBe(true)
    expect(await isSensitiveAllowed(token, NO_COOKIE)).toBe(false)
  })

  test('replaces the companion: the page that reauthenticated last has it', async () => {
    const token = await signInToken(server, await seedPerson(server))
    const first = (await reauthenticateWithout(token)).data.companion
    const second = (await reauthenticateWithout(token)).data.companion
    expect(await isSensitiveAllowed(token, { cookie: '', headers: { companion: first } })).toBe(false)
    expect(await isSensitiveAllowed(token, { cookie: '', headers: { companion: second } })).toBe(true)
    // Another tab of the browser still sends its old header, beside the new cookie.
    const both = { cookie: `kerfCompanion=${second}`, headers: { companion: first } }
    expect(await isSensitiveAllowed(token, both)).toBe(true)
  })

  test('of the owner does not help a thief of the token', async () => {
    const person = await seedPerson(server)
    const token = await signInToken(server, person)
    const child = await ticketSession(token)
    expect((await server.call(reauthenticate, { password: PASSWORD }, { token })).code).toBe(0)
    expect(await isSensitiveAllowed(token, NO_COOKIE)).toBe(false)
    expect(await isSensitiveAllowed(child, NO_COOKIE)).toBe(false)
    expect(await isSensitiveAllowed(await ticketSession(token), NO_COOKIE)).toBe(false)
  })

  test('is still needed after ten minutes, with a companion too', async () => {
    const person = await seedPerson(server)
    const token = await signInToken(server, person)
    await setAuthenticationAge(server, person.uid, '601 seconds')
    expect(await isSensitiveAllowed(token)).toBe(false)
  })

  test('that fails gives no companion', async () => {
    const token = await signInToken(server, await seedPerson(server))
    const answer = await server.call(reauthenticate, { password: 'wrong' }, { token, ...NO_COOKIE })
    expect([answer.code, answer.cookies]).toEqual([20112, []])
    expect(await isSensitiveAllowed(token)).toBe(true)
  })
})

test("a brand's page on a sibling host cannot use the cookie of this host", async () => {
  const token = await signInToken(server, await seedPerson(server))
  const companion = (await server.call(reauthenticate, { password: PASSWORD }, { token })).data.companion
  const cookie = `kerfCompanion=${companion}`
  const from = (headers: Record<string, string>) => isSensitiveAllowed(token, { cookie, headers })
  const origin = 'http://shop.localhost:3000'
  expect(await from({ origin })).toBe(false)
  expect(await from({ origin, 'sec-fetch-site': 'same-site' })).toBe(false)
  expect(await from({ origin: portal, 'sec-fetch-site': 'same-origin' })).toBe(true)
  const preflight = await fetch(new URL(unbindSocial.path, server.url), {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  expect(preflight.headers.get('access-control-allow-headers')).toContain('companion')
})

test('the companion is stored as a hash, and removed at sign-out', async () => {
  const person = await seedPerson(server)
  const answer = await server.call(login, { email: person.email, password: PASSWORD })
  const value = companionCookieOf(answer)?.split('=')[1] ?? ''
  const rows = await server.sql<{ all: string; hashed: boolean }>(
    `select s::text as all, companion_hash = sha256($2::text::bytea) as hashed from session s where uid = $1`,
    person.uid,
    value,
  )
  expect(rows.map(({ hashed }) => hashed)).toEqual([true])
  expect(rows[0]?.all).not.toContain(value)
  const out = await server.call(logout, {}, { token: answer.data.utoken })
  expect(out.cookies.filter(line => line.startsWith('kerfCompanion=;'))).toHaveLength(1)
})
