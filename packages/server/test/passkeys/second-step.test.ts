/** A passkey as the second step of a login. */
import {
  getPasskeyStepOptions,
  passSecondStep,
  type SecondStep,
  startFactorRemoval,
} from '@kerf/contract/endpoints/factors'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  newBrowser,
  ORIGIN,
  PASSKEY_ENVIRONMENT,
  personWithPasskey,
  sendNewPasskey,
  signedInPerson,
} from './fixtures.ts'

const server = await useTestServer({ env: PASSKEY_ENVIRONMENT })

/** Somebody with a passkey whose login waits in a browser of their own. */
async function waiting(authenticator = new SoftwareAuthenticator()) {
  const person = await personWithPasskey(server, authenticator)
  await server.sql('update account set second_factor = true where uid = $1', person.uid)
  const browser = { cookie: newBrowser() }
  return { person, authenticator, browser, step: await stepIn(browser, person.email) }
}

async function stepIn(browser: { cookie: string }, email: string): Promise<SecondStep> {
  const { code, data } = await server.call(login, { email, password: PASSWORD }, browser)
  expect(code).toBe(20108)
  return data as unknown as SecondStep
}

const assertionFor = async (
  flow: string,
  authenticator: SoftwareAuthenticator,
  browser: { cookie: string },
) => {
  const { data, code } = await server.call(getPasskeyStepOptions, { flow }, browser)
  expect(code).toBe(0)
  return authenticator.get(data.options, { origin: ORIGIN })
}

const pass = (
  flow: string,
  credential: Awaited<ReturnType<typeof assertionFor>>,
  browser: { cookie: string },
) => server.call(passSecondStep, { flow, method: 'passkey', credential }, browser)

test('passes the step, is two factors, and ends a waiting removal', async () => {
  const { person, authenticator, browser, step } = await waiting()
  expect(step.methods).toContain('passkey')
  expect((await server.call(startFactorRemoval, { flow: step.flow }, browser)).code).toBe(0)
  const credential = await assertionFor(step.flow, authenticator, browser)
  expect((await pass(step.flow, credential, browser)).data).toMatchObject({ uid: person.uid })
  expect((await pass(step.flow, credential, browser)).code).toBe(20206)
  const [session] = await server.sql(
    'select acr, amr from session where uid = $1 order by first_login desc',
    person.uid,
  )
  expect(session).toEqual({ acr: 'aal2', amr: ['pwd', 'pop', 'user', 'mfa'] })
  expect(await server.sql('select 1 from factor_recovery where uid = $1', person.uid)).toEqual([])
})

test('an assertion is good for its login, its browser and its account', async () => {
  const { person, authenticator, browser, step } = await waiting()
  const credential = await assertionFor(step.flow, authenticator, browser)
  const other = await stepIn(browser, person.email)
  expect((await pass(other.flow, credential, browser)).code).toBe(20206)
  expect((await pass(step.flow, credential, { cookie: newBrowser() })).code).toBe(20206)
  const stranger = await waiting()
  const foreign = await assertionFor(stranger.step.flow, stranger.authenticator, stranger.browser)
  expect((await pass(step.flow, foreign, browser)).code).toBe(20206)
  expect((await pass(step.flow, credential, browser)).code).toBe(0)
})

test('needs a passkey of the account, and what its method needs', async () => {
  const { browser, step } = await waiting()
  const unknown = new SoftwareAuthenticator()
  await personWithPasskey(server, unknown)
  const { options } = (await server.call(getPasskeyStepOptions, { flow: step.flow }, browser)).data
  const foreign = unknown.get(options, { origin: ORIGIN })
  expect((await pass(step.flow, foreign, browser)).code).toBe(20123)
  const { flow } = step
  expect((await server.call(passSecondStep, { flow, method: 'passkey', code: '123456' }, browser)).code).toBe(
    20001,
  )
  expect((await server.call(passSecondStep, { flow, method: 'totp' }, browser)).code).toBe(20001)
  const none = await seedPerson(server)
  await server.sql('update account set second_factor = true where uid = $1', none.uid)
  const without = await stepIn(browser, none.email)
  expect(without.methods).not.toContain('passkey')
  expect((await server.call(getPasskeyStepOptions, { flow: without.flow }, browser)).code).toBe(20002)
})

test('a copy of it is refused and suspended', async () => {
  const { person, authenticator, browser, step } = await waiting()
  await server.sql('update passkey set sign_count = 1000 where uid = $1', person.uid)
  const credential = await assertionFor(step.flow, authenticator, browser)
  expect((await pass(step.flow, credential, browser)).code).toBe(20124)
  expect((await stepIn(browser, person.email)).methods).not.toContain('passkey')
})

test('is refused from another origin and from a frame of a foreign page, and the flow goes on', async () => {
  const { browser, step, authenticator } = await waiting()
  const { options } = (await server.call(getPasskeyStepOptions, { flow: step.flow }, browser)).data
  const elsewhere = [
    { origin: 'https://login.example.net' },
    { origin: ORIGIN, crossOrigin: true, topOrigin: 'https://frames.example.net' },
  ]
  for (const where of elsewhere)
    expect((await pass(step.flow, authenticator.get(options, where), browser)).code).toBe(20124)
  expect((await pass(step.flow, authenticator.get(options, { origin: ORIGIN }), browser)).code).toBe(0)
})

test('is offered in a new country beside the code by email', async () => {
  const person = await signedInPerson(server)
  const authenticator = new SoftwareAuthenticator()
  expect((await sendNewPasskey(server, person, authenticator)).code).toBe(0)
  await server.sql(`update session set place = 'US' where uid = $1`, person.uid)
  const browser = { cookie: newBrowser(), ip: '193.0.6.139' }
  const { flow, methods } = await stepIn(browser, person.email)
  expect(methods).toEqual(['mail', 'passkey'])
  const credential = await assertionFor(flow, authenticator, browser)
  expect((await pass(flow, credential, browser)).code).toBe(0)
})
