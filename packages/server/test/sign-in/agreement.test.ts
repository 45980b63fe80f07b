/** The agreement to the present legal documents, before a session starts. */

import { findPassword } from '@kerf/contract/endpoints/password'
import { enterpriseLogin, login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { connectSocialFlow, describeSocialFlow } from '@kerf/contract/endpoints/social'
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { describe, expect, test } from 'vitest'
import { signInAtDemo } from '../sign-on/browser.ts'
import { connectByPassword } from '../sign-on/connect-by-password.ts'
import { newEmail, PASSWORD, requestCode, seedBusiness, seedPerson } from '../support/accounts.ts'
import type { AnyInput } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const AGREEMENT_REQUIRED = 20122
const OLD_VERSION = '2020-01-01'

const agreementsOf = (uid: string) =>
  server.sql<{ document: string; version: string; recent: boolean }>(
    `select document, version, at > now() - interval '1 minute' as recent from agreement
      where uid = $1 and version <> '${OLD_VERSION}' order by document`,
    uid,
  )
const sessionsOf = async (uid: string) =>
  Number((await server.sql<{ count: string }>('select count(*) from session where uid = $1', uid))[0]?.count)

const PRESENT = [
  { document: 'privacy', version: PRIVACY_VERSION, recent: true },
  { document: 'terms', version: TERMS_VERSION, recent: true },
]

interface Way {
  readonly uid: string
  signIn(agreement?: true | 'ask'): Promise<{ code: number; data: { utoken: string } }>
}

const withAgreement = (agreement: true | 'ask' | undefined): object => (agreement ? { agreement } : {})

const WAYS: Record<string, () => Promise<Way>> = {
  async password() {
    const { uid, email } = await seedPerson(server)
    const input = { email, password: PASSWORD }
    return { uid, signIn: agreement => server.call(login, { ...input, ...withAgreement(agreement) }) }
  },
  async 'a code, which stays valid'() {
    const { uid, email } = await seedPerson(server)
    const input = { email, ...(await requestCode(server, email, 'login')) }
    return {
      uid,
      signIn: agreement => server.call(loginByVerificationCode, { ...input, ...withAgreement(agreement) }),
    }
  },
  async 'a business account'() {
    const { uid, account } = await seedBusiness(server)
    const input = { account, password: PASSWORD }
    return {
      uid,
      signIn: agreement => server.call(enterpriseLogin, { ...input, ...withAgreement(agreement) }),
    }
  },
  async 'a reset, whose code stays valid'() {
    const { uid, email } = await seedPerson(server)
    const input = { email, password: 'another-cut-88', ...(await requestCode(server, email, 'findpwd')) }
    return { uid, signIn: agreement => server.call(findPassword, { ...input, ...withAgreement(agreement) }) }
  },
}

describe.each(Object.entries(WAYS))('sign-in by %s', (_, prepare) => {
  test('asks an account that has not agreed, then stores version and time', async () => {
    const { uid, signIn } = await prepare()
    expect((await signIn('ask')).code).toBe(AGREEMENT_REQUIRED)
    expect([await sessionsOf(uid), await agreementsOf(uid)]).toEqual([0, []])
    expect((await signIn(true)).code).toBe(0)
    expect([await sessionsOf(uid), await agreementsOf(uid)]).toEqual([1, PRESENT])
  })

  test('starts a session of an account that has agreed to the present version', async () => {
    const { uid, signIn } = await prepare()
    for (const { document, version } of PRESENT)
      await server.sql(
        'insert into agreement (uid, document, version) values ($1, $2, $3)',
        uid,
        document,
        version,
      )
    expect((await signIn('ask')).code).toBe(0)
  })
})

describe('sign-in by password', () => {
  test('asks again for a new version', async () => {
    const { uid, email } = await seedPerson(server)
    await server.sql(
      `insert into agreement (uid, document, version) values ($1, 'terms', $2), ($1, 'privacy', $3)`,
      uid,
      TERMS_VERSION,
      OLD_VERSION,
    )
    const input = { email, password: PASSWORD }
    expect((await server.call(login, { ...input, agreement: 'ask' })).code).toBe(AGREEMENT_REQUIRED)
    expect((await server.call(login, { ...input, agreement: true })).code).toBe(0)
    expect((await server.call(login, { ...input, agreement: 'ask' })).code).toBe(0)
  })

  test('of a host with a form of its own asks nothing and stores nothing', async () => {
    const { uid, email } = await seedPerson(server)
    expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
    expect(await agreementsOf(uid)).toEqual([])
  })

  test('says nothing about the agreement before the password is right', async () => {
    const { email } = await seedPerson(server)
    const refused = await server.call(login, { email, password: 'wrong-one-11', agreement: 'ask' })
    expect(refused.code).toBe(20111)
    const banned = await seedPerson(server, { status: 'banned' })
    const input = { email: banned.email, password: PASSWORD, agreement: 'ask' as const }
    expect((await server.call(login, input)).code).toBe(20104)
  })

  test('accepts no other value', async () => {
    const { email } = await seedPerson(server)
    const input = { email, password: PASSWORD, agreement: false } as AnyInput
    expect((await server.call(login, input)).fields).toEqual({ agreement: 'agreement_required' })
  })

  test('records that a sign-in waits for the agreement', async () => {
    const { uid, email } = await seedPerson(server)
    await server.call(login, { email, password: PASSWORD, agreement: 'ask' })
    const events = await server.sql('select event, outcome, detail from audit_event where uid = $1', uid)
    expect(events).toEqual([
      { event: 'login.password', outcome: 'refused', detail: { agreementMissing: true } },
    ])
  })
})

describe('social sign-in', () => {
  const newSomeone = () => ({ name: `Somebody ${Math.random().toString(36).slice(2)}`, email: newEmail() })

  test('by the line of the login form creates no account before the box is ticked', async () => {
    const someone = newSomeone()
    const asked = await signInAtDemo(server, someone, { agreement: 'ask' })
    expect(asked).toMatchObject({ code: AGREEMENT_REQUIRED, utoken: '', created: false })
    const flow = asked.flow ?? ''
    expect(await server.sql('select uid from account where email = $1', someone.email)).toEqual([])
    expect((await server.call(describeSocialFlow, { flow })).data).toMatchObject({
      needs: 'agreement',
      email: '',
      hasPassword: false,
      agreed: false,
    })
    const agreed = await server.call(connectSocialFlow, { flow, agreement: true })
    expect([agreed.code, agreed.data.created]).toEqual([0, true])
    expect(await agreementsOf(agreed.data.uid)).toEqual(PRESENT)
    // The step is done.
    expect((await server.call(connectSocialFlow, { flow, agreement: true })).code).toBe(20206)
    expect(await signInAtDemo(server, someone, { agreement: 'ask' })).toMatchObject({ code: 0 })
  })

  test('asks a connected account that has not agreed', async () => {
    const someone = newSomeone()
    const { created } = await signInAtDemo(server, someone, { agreement: 'true' })
    expect(created).toBe(true)
    await server.sql(
      'update agreement set version = $2 where uid = (select uid from account where email = $1)',
      someone.email,
      OLD_VERSION,
    )
    const asked = await signInAtDemo(server, someone, { agreement: 'ask' })
    expect(asked).toMatchObject({ code: AGREEMENT_REQUIRED, utoken: '' })
    const agreed = await server.call(connectSocialFlow, { flow: asked.flow ?? '', agreement: true })
    expect([agreed.code, agreed.data.created]).toEqual([0, false])
    expect(await agreementsOf(agreed.data.uid)).toEqual(PRESENT)
  })

  test('stores the box that was ticked before the provider was visited', async () => {
    const { uid, email } = await seedPerson(server)
    const { flow = '' } = await signInAtDemo(server, { ...newSomeone(), email }, { agreement: 'true' })
    expect((await server.call(describeSocialFlow, { flow })).data).toMatchObject({
      needs: 'proof',
      agreed: true,
    })
    const connected = await connectByPassword(server, flow, email, { agreement: 'ask' })
    expect(connected.code).toBe(0)
    expect(await agreementsOf(uid)).toEqual(PRESENT)
  })

  test('that connects asks the account that has not agreed, and the step stays', async () => {
    const { uid, email } = await seedPerson(server)
    const { flow = '' } = await signInAtDemo(server, { ...newSomeone(), email }, { agreement: 'ask' })
    const input = { flow, password: PASSWORD }
    expect((await server.call(connectSocialFlow, { ...input, agreement: 'ask' })).code).toBe(
      AGREEMENT_REQUIRED,
    )
    expect(await sessionsOf(uid)).toBe(0)
    expect((await connectByPassword(server, flow, email, { agreement: true })).code).toBe(0)
    expect(await agreementsOf(uid)).toEqual(PRESENT)
  })

  test('never takes the agreement for a proof of ownership, nor a proof for the agreement', async () => {
    const { email } = await seedPerson(server)
    const connect = await signInAtDemo(server, { ...newSomeone(), email }, { agreement: 'true' })
    const agreed = await server.call(connectSocialFlow, { flow: connect.flow ?? '', agreement: true })
    expect(agreed.code).toBe(20206)
    const agree = await signInAtDemo(server, newSomeone(), { agreement: 'ask' })
    const proven = await server.call(connectSocialFlow, { flow: agree.flow ?? '', password: PASSWORD })
    expect(proven.code).toBe(20206)
  })
})
