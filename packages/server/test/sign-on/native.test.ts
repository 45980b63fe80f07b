import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { connectSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSED_TOKENS } from '../../src/identity/social/sign-in-by-token.ts'
import { setAuthenticationAge, signInToken, signInWithBothProofs } from '../account-center/fixtures.ts'
import { seedBusiness, seedPerson } from '../support/accounts.ts'
import { type AnyInput, readAnswer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { connectByPassword } from './connect-by-password.ts'
import { CLIENT_ID, type Mode, NATIVE_ID, newPerson, useMockProvider } from './mock-provider.ts'

const mock = await useMockProvider()
const server = await useTestServer({ env: { ...mock.env, DEV_ORIGINS: 'http://localhost:3000' } })
beforeEach(() => {
  mock.mode = 'ok'
})

interface SendOptions {
  readonly token?: string
  readonly channel?: string
}
const send = (input: AnyInput, { token, channel = 'mock' }: SendOptions = {}) =>
  server.call(
    loginWithAccessToken,
    { op: 'login', cid: CLIENT_ID, ...(input as object) },
    { params: { channel }, ...(token !== undefined && { token }) },
  )
const accounts = async () => (await server.sql('select count(*) from account'))[0]

test('asks for the agreement before it creates an account or a session', async () => {
  const person = newPerson()
  const idToken = () => mock.idToken({ ...person, aud: CLIENT_ID })
  const before = await accounts()
  const asked = await send({ idToken: await idToken(), agreement: 'ask' })
  expect(asked.data).toMatchObject({ code: 20122, utoken: '', flow: expect.any(String) })
  expect(await accounts()).toEqual(before)
  const { flow = '' } = asked.data
  expect((await server.call(connectSocialFlow, { flow, agreement: true })).data.created).toBe(true)
  expect((await send({ idToken: await idToken(), agreement: 'ask' })).data.code).toBe(0)
})

describe('an ID token', () => {
  test.each([CLIENT_ID, NATIVE_ID])(
    'issued to %s signs in, the second time to the same account',
    async cid => {
      const person = newPerson()
      const first = await send({ cid, idToken: await mock.idToken({ ...person, aud: cid }) })
      expect(first.data).toMatchObject({ code: 0, error: '', utoken: expect.stringMatching(/^[\w-]{64}$/) })
      expect(first.cookies.join()).toContain(`utoken=${first.data.utoken}`)
      const again = await send({ cid, idToken: await mock.idToken({ sub: person.sub, aud: cid }) })
      expect(again.data.utoken).not.toBe(first.data.utoken)
      const uids = await Promise.all(
        [first, again].map(
          async ({ data }) => (await server.call(getBasicInfo, undefined, { token: data.utoken })).data.uid,
        ),
      )
      expect(uids[0]).toBe(uids[1])
      const recorded = await server.sql<{ client: string }>(
        "select detail->>'clientId' as client from audit_event where uid = $1 and event = 'login.social.mock'",
        uids[0],
      )
      expect(recorded).toEqual([{ client: cid }, { client: cid }])
    },
  )

  test("accepts email_verified as the string 'true', as Apple sends it", async () => {
    const [yes, no] = [newPerson({ email_verified: 'true' }), newPerson({ email_verified: 'false' })]
    expect((await send({ idToken: await mock.idToken({ ...yes }) })).data.code).toBe(0)
    const asked = await send({ idToken: await mock.idToken({ ...no }) })
    expect(asked.data).toMatchObject({ code: 20115, utoken: '', flow: expect.any(String) })
    expect(asked.cookies).toEqual([])
  })

  test.each<Mode>([
    'wrong audience',
    'two audiences',
    'expired',
    'no exp',
    'no iat',
    'alg none',
    'symmetric',
    'foreign key',
    'wrong issuer',
    'no subject',
  ])('is rejected with the defect: %s', async mode => {
    const before = await accounts()
    const answer = await send({ idToken: await mock.idToken({ ...newPerson() }, mode) })
    expect([answer.code, answer.cookies]).toEqual([20401, []])
    expect(await accounts()).toEqual(before)
  })

  const seconds = (): number => Math.floor(Date.now() / 1_000)
  interface InvalidInput {
    readonly cid?: string
    readonly nonce?: string
    readonly claims?: object
  }
  test.each<[name: string, input: InvalidInput]>([
    ['of another client of the portal', { cid: NATIVE_ID }],
    ['of a foreign client', { cid: 'somebody-else' }],
    ['with a nonce that the request lacks', { claims: { nonce: 'x' } }],
    ['with another nonce', { claims: { nonce: 'x' }, nonce: 'y' }],
    ['without the nonce of the request', { nonce: 'y' }],
    ['an hour and a half old', { claims: { iat: seconds() - 5_400 } }],
    ['from the future', { claims: { iat: seconds() + 900 } }],
  ])('is rejected %s', async (_name, { claims = {}, ...more }) => {
    const answer = await send({ ...more, idToken: await mock.idToken({ ...newPerson(), ...claims }) })
    expect(answer.code).toBe(20401)
  })

  test('is accepted with its nonce', async () => {
    const idToken = await mock.idToken({ ...newPerson(), nonce: 'right' })
    expect((await send({ idToken, nonce: 'right' })).data.code).toBe(0)
  })

  test.each(['', 'x', 'a.b.c', '..', 'null', '\u0000', `${'A'.repeat(8_000)}`])(
    'is rejected as %j',
    async idToken => {
      expect((await send({ idToken })).code).toBe(20401)
    },
  )
})

describe('an access token', () => {
  test('issued to the portal signs in', async () => {
    const person = newPerson()
    const answer = await send({ accessToken: mock.accessToken(person) })
    expect(answer.data.code).toBe(0)
    const native = await send({ cid: NATIVE_ID, accessToken: mock.accessToken(person, NATIVE_ID) })
    expect(native.data.code).toBe(0)
  })

  test.each([
    ['of a foreign client', () => mock.accessToken(newPerson(), 'somebody-else')],
    ['of another client of the portal', () => mock.accessToken(newPerson(), NATIVE_ID)],
    ['that was never issued', () => 'nonsense'],
    ['if it is empty', () => ''],
  ])('is rejected %s', async (_name, make) => {
    const before = await accounts()
    expect((await send({ accessToken: make() })).code).toBe(20401)
    expect(await accounts()).toEqual(before)
  })
})

test('rejects a missing token and an unknown channel or client', async () => {
  const accessToken = mock.accessToken(newPerson())
  expect((await send({})).code).toBe(20401)
  for (const channel of ['nowhere', 'google', '__proto__', 'constructor'])
    expect([channel, (await send({ accessToken }, { channel })).code]).toEqual([channel, 20401])
})

test('requires proof of ownership for an email address that has an account', async () => {
  const person = await seedPerson(server)
  const idToken = await mock.idToken({ ...newPerson({ email: person.email }) })
  const { data } = await send({ idToken })
  expect(data).toMatchObject({ code: 20115, utoken: '' })
  expect(data.error).not.toBe('')
  const connected = await connectByPassword(server, data.flow ?? '', person.email)
  expect(connected.data.uid).toBe(person.uid)
  await server.sql(`update account set status = 'banned' where uid = $1`, person.uid)
  expect((await send({ idToken })).code).toBe(20104)
})

describe('connecting', () => {
  const bind = async (token?: string, person = newPerson()) =>
    send({ op: 'bind', idToken: await mock.idToken({ ...person }) }, token === undefined ? {} : { token })

  test('requires a recently authenticated session of a personal account', async () => {
    const person = await seedPerson(server)
    const token = await signInWithBothProofs(server, person)
    const mine = newPerson()
    expect((await bind()).code).toBe(20101)
    expect((await bind('A'.repeat(43))).code).toBe(20101)
    expect((await bind(await signInToken(server, await seedBusiness(server)))).code).toBe(20102)
    await setAuthenticationAge(server, person.uid, '601 seconds')
    expect((await bind(token, mine)).code).toBe(20107)
    await setAuthenticationAge(server, person.uid, '0 seconds')
    for (let i = 0; i < 2; i++)
      expect((await bind(token, mine)).data).toEqual({ code: 0, utoken: '', error: '' })
    expect((await bind(token)).data).toMatchObject({ code: 20402, utoken: '' })
    const other = await signInWithBothProofs(server, await seedPerson(server))
    expect((await bind(other, mine)).data).toMatchObject({ code: 20402, utoken: '' })
  })

  test('rejects a restricted account', async () => {
    const person = await seedPerson(server, { status: 'restricted' })
    expect((await bind(await signInWithBothProofs(server, person))).data).toMatchObject({
      code: 20103,
      utoken: '',
    })
  })
})

test('answers with and without /v1, and rejects other sites', async () => {
  for (const base of ['', '/v1'])
    for (const [origin, code] of [
      ['https://evil.example', 20102],
      ['http://localhost:3000', 0],
    ] as const) {
      const response = await fetch(`${server.url}${base}/oauth/mock/login-with-accesstoken`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ op: 'login', cid: CLIENT_ID, accessToken: mock.accessToken(newPerson()) }),
      })
      expect([base, origin, (await readAnswer(response)).code]).toEqual([base, origin, code])
    }
})

test('a token that is refused again and again leaves few rows, and then waits', async () => {
  const input = { op: 'login', cid: CLIENT_ID, idToken: 'x' } as const
  const options = { params: { channel: 'mock' }, ip: '203.0.113.62' }
  const codes: number[] = []
  for (let i = 0; i <= REFUSED_TOKENS.limit; i++)
    codes.push((await server.call(loginWithAccessToken, input, options)).code)
  expect(new Set(codes.slice(0, -1))).toEqual(new Set([20401]))
  expect(codes.at(-1)).toBe(20429)
  const rows = await server.sql(`select event from audit_event where network = '203.0.113.0/24' order by id`)
  expect(rows).toEqual([{ event: 'social.login' }, { event: 'call.refused' }])
})
