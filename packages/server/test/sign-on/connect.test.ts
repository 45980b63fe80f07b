import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { connectSocialFlow, describeSocialFlow, readSocialResult } from '@kerf/contract/endpoints/social'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import {
  newEmail,
  PASSWORD,
  type Person,
  requestCode,
  seedPerson,
  skipCodeInterval,
  wrongCode,
} from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { connectionFlowOf, type DemoIdentity, listLinks, newDemoName, signInAtDemo } from './browser.ts'
import { connectByPassword } from './connect-by-password.ts'

const server = await useTestServer()

/** Signs in with an identity whose verified email address belongs to an account. */
async function asOwner(person: Person, more: Partial<DemoIdentity> = {}) {
  const someone = { name: newDemoName(), email: person.email, ...more }
  return { someone, flow: connectionFlowOf(await signInAtDemo(server, someone)) }
}
const uidOf = async (token: string): Promise<string> =>
  (await server.call(getBasicInfo, undefined, { token })).data.uid
const agePassed = (table: string) =>
  server.sql(`update ${table} set expires_at = expires_at - interval '601 seconds'`)
/** Requests a code for the mailbox of the account that a flow asks to confirm. */
async function codeFor(flow: string, person: Person) {
  const { data } = await server.call(describeSocialFlow, { flow })
  await skipCodeInterval(server)
  expect(
    (await server.call(sendVerificationCode, { receiver: data.email, nonce: data.nonce, ticket: 'any' }))
      .code,
  ).toBe(0)
  return { nonce: data.nonce, captcha: await server.waitForCode(person.email) }
}

test('requires proof of ownership for an email address that has an account', async () => {
  const person = await seedPerson(server)
  const { flow } = await asOwner(person, { email: person.email.toUpperCase() })
  expect(await listLinks(server, person.uid)).toEqual([])
  const described = await server.call(describeSocialFlow, { flow })
  expect(described.data).toMatchObject({ channel: 'demo', needs: 'proof', hasPassword: true })
  expect(described.data.email).toContain('*')
  expect(described.text).not.toContain(person.email)
  expect(described.text).not.toContain(person.uid)
})

test('connects by password and a code by email, signs in and notifies by mail; the next sign-in needs no proof', async () => {
  const person = await seedPerson(server)
  const { someone, flow } = await asOwner(person)
  const headers = { cookieSameSite: 'strict' }
  const { code, data, cookies } = await connectByPassword(server, flow, person.email, { headers })
  expect([code, data.uid]).toEqual([0, person.uid])
  expect(cookies[0]).toMatch(new RegExp(`^utoken=${data.utoken}; .*SameSite=Strict`))
  const [recorded] = await server.sql(
    "select detail->>'clientId' as client from audit_event where uid = $1 and event = 'login.social.demo'",
    person.uid,
  )
  expect(recorded).toEqual({ client: expect.stringMatching(/./) })
  expect(await uidOf(data.utoken)).toBe(person.uid)
  expect(await listLinks(server, person.uid)).toMatchObject([{ channel: 'demo' }])
  await server.waitForMail(person.email, ({ subject }) => /connected/i.test(subject))
  expect(await signInAtDemo(server, { ...someone, choice: 'none' })).toMatchObject({
    code: 0,
    created: false,
  })
  expect((await server.call(connectSocialFlow, { flow, password: PASSWORD })).code).toBe(20206)
  const audited = await server.sql(
    `select outcome, detail from audit_event where event = 'social.bound' and uid = $1`,
    person.uid,
  )
  expect(audited).toEqual([{ outcome: 'ok', detail: { channel: 'demo' } }])
})

test('rate-limits wrong passwords together with those of the sign-in', async () => {
  const person = await seedPerson(server)
  const { flow } = await asOwner(person)
  const codes: number[] = []
  for (let i = 0; i < 12; i++)
    codes.push((await server.call(connectSocialFlow, { flow, password: `wrong-${i}` })).code)
  expect(codes.slice(0, 10)).toEqual(Array(10).fill(20111))
  expect(codes.slice(10)).toEqual([20429, 20429])
  const right = await server.call(connectSocialFlow, { flow, password: PASSWORD })
  expect([right.code, right.data]).toMatchObject([20429, {}])
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await listLinks(server, person.uid)).toEqual([])
  const another = await asOwner(person)
  expect((await server.call(connectSocialFlow, { flow: another.flow, password: PASSWORD })).code).toBe(20429)
  expect((await server.call(login, { email: person.email, password: PASSWORD })).code).toBe(20429)
})

test('counts wrong passwords of both sign-ins together', async () => {
  const person = await seedPerson(server)
  const { flow } = await asOwner(person)
  const codes: number[] = []
  for (let i = 0; i < 6; i++) {
    codes.push((await server.call(connectSocialFlow, { flow, password: `wrong-${i}` })).code)
    codes.push((await server.call(login, { email: person.email, password: `wrong-${i}` })).code)
  }
  expect(codes).toEqual([...Array(10).fill(20111), 20429, 20429])
})

test('connects once by a verification code; counts wrong codes, rejects those of another account or scene', async () => {
  const person = await seedPerson(server, { hasPassword: false })
  const { flow } = await asOwner(person)
  expect((await server.call(describeSocialFlow, { flow })).data.hasPassword).toBe(false)
  expect((await server.call(connectSocialFlow, { flow, password: PASSWORD })).code).toBe(20111)
  const code = await codeFor(flow, person)
  expect((await server.call(connectSocialFlow, { flow, ...code, captcha: wrongCode(code) })).code).toBe(20201)

  const stranger = await seedPerson(server)
  const others = await asOwner(stranger)
  const theirs = await codeFor(others.flow, stranger)
  expect((await server.call(connectSocialFlow, { flow, ...theirs })).code).toBe(20203)
  await skipCodeInterval(server)
  const login = await requestCode(server, person.email, 'login')
  expect((await server.call(connectSocialFlow, { flow, ...login })).code).toBe(20203)

  const both = await Promise.all([1, 2].map(() => server.call(connectSocialFlow, { flow, ...code })))
  expect(both.map(one => one.code).sort()).not.toEqual([0, 0])
  const won = both.find(one => one.code === 0)
  expect(won?.data.uid).toBe(person.uid)
  expect(await listLinks(server, person.uid)).toHaveLength(1)
})

test('binds a step to the identity, not to the visitor or the email address', async () => {
  const person = await seedPerson(server)
  const [first, second] = [await asOwner(person), await asOwner(person)]
  expect((await connectByPassword(server, first.flow, person.email)).code).toBe(0)
  // An account has at most one identity of a channel: the second is rejected, the first remains.
  expect((await connectByPassword(server, second.flow, person.email)).code).toBe(20402)
  expect(await signInAtDemo(server, first.someone)).toMatchObject({ code: 0 })
  connectionFlowOf(await signInAtDemo(server, second.someone))
})

test('connects one of two steps for the same identity', async () => {
  const [one, two] = [await seedPerson(server), await seedPerson(server)]
  const name = newDemoName()
  const flows = [
    { email: one.email, flow: connectionFlowOf(await signInAtDemo(server, { name, email: one.email })) },
    { email: two.email, flow: connectionFlowOf(await signInAtDemo(server, { name, email: two.email })) },
  ]
  const answers = await Promise.all(flows.map(({ email, flow }) => connectByPassword(server, flow, email)))
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 20402])
  expect([...(await listLinks(server, one.uid)), ...(await listLinks(server, two.uid))]).toHaveLength(1)
  // The rejected call starts no session.
  expect(answers.find(({ code }) => code !== 0)?.cookies).toEqual([])
})

test('creates one account for many concurrent first sign-ins of one identity', async () => {
  const name = newDemoName()
  const all = await Promise.all(Array.from({ length: 8 }, () => signInAtDemo(server, { name })))
  expect(all.map(({ code }) => code)).toEqual(Array(8).fill(0))
  expect(all.filter(({ created }) => created)).toHaveLength(1)
  const uids = await Promise.all(all.map(({ utoken }) => uidOf(utoken)))
  expect(new Set(uids).size).toBe(1)
})

test("expires a step after ten minutes by the database's clock", async () => {
  const person = await seedPerson(server)
  const { flow } = await asOwner(person)
  const [row] = await server.sql<{ left: number }>(
    `select max(extract(epoch from expires_at - now()))::float8 as left from oauth_flow where kind = 'step'`,
  )
  expect(row?.left).toBeGreaterThan(560)
  expect(row?.left).toBeLessThanOrEqual(600)
  await agePassed('oauth_flow')
  expect((await server.call(describeSocialFlow, { flow })).code).toBe(20206)
  expect((await server.call(connectSocialFlow, { flow, password: PASSWORD })).code).toBe(20206)
})

test('does not accept a step as a result', async () => {
  const { flow } = await asOwner(await seedPerson(server))
  expect((await server.call(readSocialResult, { result: flow })).code).toBe(20206)
  expect((await server.call(describeSocialFlow, { flow })).code).toBe(0)
})

test('rejects a restricted account after the proof, and a banned one at sign-in', async () => {
  const restricted = await seedPerson(server, { status: 'restricted' })
  const first = await asOwner(restricted)
  expect((await server.call(connectSocialFlow, { flow: first.flow, password: 'wrong' })).code).toBe(20111)
  expect((await server.call(connectSocialFlow, { flow: first.flow, password: PASSWORD })).code).toBe(20103)
  expect(await listLinks(server, restricted.uid)).toEqual([])

  const [banned, signed] = [await seedPerson(server), await seedPerson(server)]
  const second = await asOwner(banned)
  const connected = await asOwner(signed)
  expect((await connectByPassword(server, connected.flow, signed.email)).code).toBe(0)
  await server.sql(`update account set status = 'banned' where uid in ($1, $2)`, banned.uid, signed.uid)
  const refused = await server.call(connectSocialFlow, { flow: second.flow, password: PASSWORD })
  expect([refused.code, refused.cookies]).toEqual([20104, []])
  expect(await listLinks(server, banned.uid)).toEqual([])
  expect(await signInAtDemo(server, connected.someone)).toMatchObject({ code: 20104, utoken: '' })
})

test('expires the step if the account is deleted in the meantime', async () => {
  const person = await seedPerson(server)
  const { flow } = await asOwner(person)
  await server.sql('delete from sign_in_identifier where uid = $1', person.uid)
  await server.sql('delete from account where uid = $1', person.uid)
  expect((await server.call(describeSocialFlow, { flow })).code).toBe(20206)
  expect((await server.call(connectSocialFlow, { flow, password: PASSWORD })).code).toBe(20206)
})

test("signs in to the same account after the identity's email address changes", async () => {
  const name = newDemoName()
  const first = await signInAtDemo(server, { name, email: newEmail() })
  const second = await signInAtDemo(server, { name, email: newEmail() })
  expect(await uidOf(second.utoken)).toBe(await uidOf(first.utoken))
  const victim = await seedPerson(server)
  const third = await signInAtDemo(server, { name, email: victim.email })
  expect(await uidOf(third.utoken)).toBe(await uidOf(first.utoken))
  expect((await server.call(login, { email: victim.email, password: PASSWORD })).data.uid).toBe(victim.uid)
})
