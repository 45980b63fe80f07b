/** A provider, or somebody between us and it, swaps the issuer, the subject or the address in the middle (S-063, S-066). */
import { connectSocialFlow, describeSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'
import { beforeEach, expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'
import { type Browser, createBrowser, LANDING, readResult, signInAtProvider } from './browser.ts'
import { connectByPassword } from './connect-by-password.ts'
import { CLIENT_ID, newPerson, startMockProvider, useMockProvider } from './mock-provider.ts'

const honest = await useMockProvider('HONEST')
const hostile = await useMockProvider('HOSTILE')
const server = await useTestServer({ env: { ...honest.env, ...hostile.env } })
beforeEach(() => {
  for (const provider of [honest, hostile]) {
    provider.person = newPerson()
    provider.userinfoPerson = undefined
    provider.emailInToken = true
  }
})

const CALLBACK = /\/oauth\/[\w-]+\/callback\?/
const callbackOf = async (browser: Browser, channel: string): Promise<URL> =>
  new URL(await browser.follow(`/oauth/${channel}/auth?op=login`, CALLBACK))
const finish = async (browser: Browser, callback: URL): Promise<number> =>
  (await readResult(server, await browser.follow(callback.href, LANDING))).data.code
const countAccounts = async (): Promise<unknown> =>
  (await server.sql('select count(*)::int as n from account'))[0]?.n
const linksOf = (uid: string) => server.sql('select channel from social_link where uid = $1', uid)

test('a code of one provider is not accepted as the answer of another', async () => {
  const browser = createBrowser(server)
  const [mine, theirs] = [await callbackOf(browser, 'honest'), await callbackOf(browser, 'hostile')]
  const before = await countAccounts()
  const sent = hostile.exchanges.length
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  expect(await finish(browser, mine)).toBe(20401)
  // The code went to the provider that the request named, and to no other.
  expect(hostile.exchanges.length).toBe(sent)
  expect(await countAccounts()).toBe(before)
})

test('a request to one provider is not finished at the callback of another', async () => {
  const browser = createBrowser(server)
  const callback = await callbackOf(browser, 'hostile')
  const sent = honest.exchanges.length
  callback.pathname = callback.pathname.replace('hostile', 'honest')
  expect(await finish(browser, callback)).toBe(20206)
  expect(honest.exchanges.length).toBe(sent)
})

test('a discovery document that changes its issuer midway is refused', async () => {
  const other = await startMockProvider('MOVED')
  const moved = await startTestServer({ env: other.env })
  try {
    other.person = newPerson()
    other.discovery = 'wrong issuer'
    expect((await signInAtProvider(moved, 'moved')).code).toBe(20401)
    other.discovery = 'ok'
    other.mode = 'wrong issuer'
    expect((await signInAtProvider(moved, 'moved')).code).toBe(20401)
    expect(await moved.sql(`select uid from account where email = $1`, other.person.email)).toEqual([])
  } finally {
    await moved.close()
    await other.stop()
  }
})

test('the same subject at two providers is two persons', async () => {
  honest.person = newPerson()
  hostile.person = newPerson({ sub: honest.person.sub })
  const first = await signInAtProvider(server, 'honest')
  const second = await signInAtProvider(server, 'hostile')
  expect([first.code, second.code, second.created]).toEqual([0, 0, true])
})

test('userinfo of another subject than the ID token is refused', async () => {
  const victim = newPerson()
  hostile.person = victim
  expect((await signInAtProvider(server, 'hostile')).created).toBe(true)
  hostile.emailInToken = false
  hostile.person = newPerson()
  hostile.userinfoPerson = victim
  expect((await signInAtProvider(server, 'hostile')).code).toBe(20401)
  const accessToken = hostile.accessToken(hostile.person)
  const native = { cid: CLIENT_ID, op: 'login', accessToken }
  const answer = await server.call(loginWithAccessToken, native, { params: { channel: 'hostile' } })
  expect(answer.code).toBe(20401)
})

test('the proof for one upstream account connects no other one', async () => {
  const owner = await seedPerson(server, { hasPassword: false })
  const stepOf = async () => {
    const { code, flow = '' } = await signInAtProvider(server, 'honest')
    expect(code).toBe(20115)
    return flow
  }
  const first = newPerson({ email: owner.email })
  const second = newPerson({ email: owner.email })
  honest.person = first
  const mine = await stepOf()
  honest.person = second
  const theirs = await stepOf()
  const { data } = await server.call(describeSocialFlow, { flow: mine })
  await server.call(sendVerificationCode, { receiver: data.email, nonce: data.nonce, ticket: 'any' })
  const captcha = await server.waitForCode(owner.email)
  const { nonce } = data
  const connected = await server.call(connectSocialFlow, { flow: mine, captcha, nonce })
  expect([connected.code, connected.data.uid]).toEqual([0, owner.uid])
  // The code is used up, and the second upstream account still has nothing.
  expect((await server.call(connectSocialFlow, { flow: theirs, captcha, nonce })).code).toBe(20203)
  honest.person = second
  expect((await signInAtProvider(server, 'honest')).code).toBe(20115)
  honest.person = first
  expect((await signInAtProvider(server, 'honest')).code).toBe(0)
  const { uid } = await seedPerson(server)
  const [withPassword] = await server.sql('select password_hash from account where uid = $1', uid)
  await server.sql(
    'update account set password_hash = $2 where uid = $1',
    owner.uid,
    withPassword?.password_hash,
  )
  // Nor does the owner's password turn the link of this channel to another subject.
  const late = await connectByPassword(server, theirs, owner.email)
  expect([late.code, (await linksOf(owner.uid)).length]).toEqual([20402, 1])
})

test('a verified address that is no mailbox of its own creates no account', async () => {
  for (const email of [
    'm@evil.test#.kerf.example',
    'a?b@evil.test',
    '"a"@evil.test',
    'a@127.0.0.1',
    'a@xn--.test',
  ]) {
    honest.person = newPerson({ email })
    const before = await countAccounts()
    expect([email, (await signInAtProvider(server, 'honest')).code]).toEqual([email, 20115])
    expect(await countAccounts()).toBe(before)
  }
  honest.person = newPerson({ email: `Ada-${Date.now()}@MÜNCHEN.example` })
  expect((await signInAtProvider(server, 'honest')).code).toBe(0)
  const stored = await server.sql(`select email from account where email like 'Ada-%@xn--mnchen-3ya.example'`)
  expect(stored.length).toBe(1)
})
