/** Lost second factors: the waiting time, the mails that can stop it, and the removal. */
import {
  describeLoginStep,
  getFactors,
  passSecondStep,
  type SecondStep,
  sendLoginCode,
  startFactorRemoval,
  stopFactorRemoval,
} from '@kerf/contract/endpoints/factors'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { remindFactorRemovalTask } from '../../src/identity/factors/factor-removal.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createDatabaseClock } from '../../src/platform/db/database-clock.ts'
import { loadKeys } from '../../src/platform/keys/keys.ts'
import { sha256 } from '../../src/platform/keys/secrets.ts'
import { PASSWORD, type Person, requestCode, seedBusiness, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { protect } from './protect.ts'

const MASTER = sha256('a key of this test')
const NETWORK: CallOptions = { ip: '203.0.113.90' }
const DAY = 86_400
const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER.toString('base64url') } })

const stepOf = async (email: string, options = NETWORK): Promise<SecondStep> => {
  const answer = await server.call(login, { email, password: PASSWORD }, options)
  expect(answer.code).toBe(20108)
  return answer.data as unknown as SecondStep
}

const start = async ({ email }: Person) => {
  const { flow } = await stepOf(email)
  return server.call(startFactorRemoval, { flow }, NETWORK)
}

/** As if the owner had asked for it `days` earlier. */
const age = (uid: string, days: number) =>
  server.sql(
    `update factor_recovery set requested_at = requested_at - $2 * interval '1 day',
            ready_at = ready_at - $2 * interval '1 day' where uid = $1`,
    uid,
    days,
  )

const waiting = ({ uid }: { uid: string }) =>
  server.sql<{ mails: number }>('select mails from factor_recovery where uid = $1', uid)

/** As if the reminders had been mailed. */
const setReminded = (uid: string, mails = 2) =>
  server.sql('update factor_recovery set mails = $2 where uid = $1', uid, mails)

/** A login of an owner whose waiting time is over, with a fresh code. */
async function readyStep(person: Person) {
  await setReminded(person.uid)
  const { flow, methods } = await stepOf(person.email)
  expect(methods).toContain('lost')
  expect((await server.call(sendLoginCode, { flow }, NETWORK)).code).toBe(0)
  return { flow, code: await server.waitForCode(person.email) }
}

async function remind(): Promise<void> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const mail = { keys: await loadKeys(db, MASTER), clock: createDatabaseClock(db), placeOf: () => '' }
  await remindFactorRemovalTask(db, mail, { info: () => {} } as never)({}, {} as never)
  await db.close()
}

describe('the waiting time', () => {
  test('lasts seven days, is mailed at the start, and starts once', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    const [first, second] = await Promise.all([start(person), start(person)])
    expect(first.data).toEqual(second.data)
    const inSeconds = first.data.removalAt - Date.now() / 1_000
    expect(inSeconds).toBeGreaterThan(7 * DAY - 300)
    expect(inSeconds).toBeLessThanOrEqual(7 * DAY + 60)
    await server.waitForMail(person.email, ({ subject }) => subject.startsWith('Removal of two-step login'))
    const { flow } = await stepOf(person.email)
    expect((await server.call(describeLoginStep, { flow }, NETWORK)).data).toMatchObject({
      methods: ['totp', 'recovery'],
      receiver: expect.stringMatching(/^.\*+.?@/),
      removalAt: first.data.removalAt,
    })
    expect(
      await server.sql(
        `select detail from audit_event where uid = $1 and event = 'factor.removal_started'`,
        person.uid,
      ),
    ).toHaveLength(1)
  })

  test('cannot be ended before its time: no code is sent, and none is accepted', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    await start(person)
    await age(person.uid, 6.9)
    const { flow, methods } = await stepOf(person.email)
    expect(methods).not.toContain('lost')
    expect((await server.call(sendLoginCode, { flow }, NETWORK)).code).toBe(20206)
    const pass = await server.call(passSecondStep, { flow, method: 'lost', code: '000000' }, NETWORK)
    expect(pass.code).toBe(20201)
  })

  test('is for the browser that proved the first factor, and for accounts with a factor', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    const { flow } = await stepOf(person.email)
    const other = { ip: '203.0.113.91' }
    expect((await server.call(startFactorRemoval, { flow }, other)).code).toBe(20206)
    expect((await server.call(startFactorRemoval, { flow: 'x'.repeat(43) }, NETWORK)).code).toBe(20206)
    const business = await seedBusiness(server)
    await server.sql('update account set second_factor_demanded = true where uid = $1', business.uid)
    const { data } = await server.call(
      enterpriseLogin,
      { account: business.account, password: PASSWORD },
      NETWORK,
    )
    const demanded = (data as unknown as SecondStep).flow
    expect((await server.call(startFactorRemoval, { flow: demanded }, NETWORK)).code).toBe(20206)
    expect(await waiting(person)).toEqual([])
  })

  test('starts three times in 30 days, so that a stranger with the password does not fill the mailbox', async () => {
    const person = await seedPerson(server)
    const { options } = await protect(server, person)
    for (let i = 0; i < 3; i++) {
      expect((await start(person)).code).toBe(0)
      expect((await server.call(stopFactorRemoval, {}, options)).code).toBe(0)
    }
    expect((await start(person)).code).toBe(20429)
  })

  test('is reminded of half-way, a day before and at the end, once each', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    await start(person)
    await remind()
    expect(await waiting(person)).toEqual([{ mails: 0 }])
    await age(person.uid, 3.6)
    await Promise.all([remind(), remind()])
    expect(await waiting(person)).toEqual([{ mails: 1 }])
    const { text } = await server.waitForMail(person.email, ({ subject }) => subject.includes('about to be'))
    expect(text).toMatch(/\/not-me\S*#[\w-]+/)
    await age(person.uid, 2.5)
    await remind()
    await age(person.uid, 1)
    await remind()
    await remind()
    expect(await waiting(person)).toEqual([{ mails: 3 }])
    await server.waitForMail(person.email, ({ subject }) => subject.includes('can be removed now'))
  })
})

describe('a stop', () => {
  test.each([
    ['by a code of the app', 'totp'],
    ['by a recovery code', 'recovery'],
  ] as const)('%s, which logs in', async (_, method) => {
    const person = await seedPerson(server)
    const owner = await protect(server, person)
    await start(person)
    const { flow } = await stepOf(person.email)
    const code = method === 'totp' ? await owner.code() : (owner.recoveryCodes[0] ?? '')
    expect((await server.call(passSecondStep, { flow, method, code }, NETWORK)).code).toBe(0)
    expect(await waiting(person)).toEqual([])
    await server.waitForMail(person.email, ({ subject }) => subject.includes('was stopped'))
  })

  test('from a browser that is logged in, which shows it', async () => {
    const person = await seedPerson(server)
    const { options } = await protect(server, person)
    const { data } = await start(person)
    expect((await server.call(getFactors, {}, options)).data.removalAt).toBe(data.removalAt)
    expect((await server.call(stopFactorRemoval, {}, options)).code).toBe(0)
    expect((await server.call(stopFactorRemoval, {}, options)).code).toBe(0)
    expect((await server.call(getFactors, {}, options)).data.removalAt).toBeNull()
  })

  test('by the link of the mail, without a session or factor', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    await start(person)
    const { text } = await server.waitForMail(person.email, ({ subject }) => subject.startsWith('Removal of'))
    // The app is older than the mail: it stays.
    await server.sql(
      `update totp_factor set confirmed_at = now() - interval '9 days', protected_since = null where uid = $1`,
      person.uid,
    )
    const link = /\/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
    expect((await server.call(reportNotMe, { link }, {})).code).toBe(0)
    expect(await waiting(person)).toEqual([])
    await stepOf(person.email)
  })
})

describe('the removal', () => {
  test('logs in with a code by mail, removes the factors and ends every other session', async () => {
    const person = await seedPerson(server)
    const { options } = await protect(server, person)
    await start(person)
    await age(person.uid, 7)
    const { flow, code } = await readyStep(person)
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await server.call(passSecondStep, { flow, method: 'lost', code: wrong }, NETWORK)).code).toBe(
      20201,
    )
    const passed = await server.call(passSecondStep, { flow, method: 'lost', code }, NETWORK)
    expect(passed.data).toMatchObject({ uid: person.uid, utoken: expect.any(String) })
    expect((await server.call(getFactors, {}, options)).code).toBe(20101)
    expect((await server.call(getFactors, {}, { token: passed.data.utoken })).data).toMatchObject({
      totp: null,
      recoveryCodes: 0,
      removalAt: null,
    })
    expect(await server.sql('select method, acr from session where uid = $1', person.uid)).toEqual([
      { method: 'password', acr: 'aal1' },
    ])
    await server.waitForMail(person.email, ({ subject }) => subject.includes('turned off'))
    expect((await server.call(login, { email: person.email, password: PASSWORD }, NETWORK)).code).toBe(0)
  })

  test('is possible for seven days only', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    await start(person)
    await age(person.uid, 7)
    const { flow, code } = await readyStep(person)
    await age(person.uid, 7.1)
    expect((await server.call(passSecondStep, { flow, method: 'lost', code }, NETWORK)).code).toBe(20206)
    expect((await stepOf(person.email)).methods).not.toContain('lost')
    // An expired one that is not swept yet is replaced.
    expect((await start(person)).data.removalAt).toBeGreaterThan(Date.now() / 1_000)
  })

  test('waits until two reminders were handed over', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    await start(person)
    await age(person.uid, 7)
    const { flow, code } = await readyStep(person)
    const pass = () => server.call(passSecondStep, { flow, method: 'lost', code }, NETWORK)
    for (const mails of [0, 1]) {
      await setReminded(person.uid, mails)
      expect((await stepOf(person.email)).methods).not.toContain('lost')
      expect((await pass()).code).toBe(20206)
      expect(await waiting(person)).toEqual([{ mails }])
    }
    // After an outage each run of the job mails one.
    await remind()
    expect((await pass()).code).toBe(0)
  })

  test('at the same moment as a stop: one of them wins', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => seedPerson(server)))
    for (const person of people) {
      const { options } = await protect(server, person)
      await start(person)
      await age(person.uid, 7)
      const { flow, code } = await readyStep(person)
      const [passed, stopped] = await Promise.all([
        server.call(passSecondStep, { flow, method: 'lost', code }, NETWORK),
        server.call(stopFactorRemoval, {}, options),
      ])
      const stops = await server.sql(
        `select 1 from audit_event where uid = $1 and event = 'factor.removal_stopped'`,
        person.uid,
      )
      const factors = await server.sql('select 1 from totp_factor where uid = $1', person.uid)
      expect([0, 20101]).toContain(stopped.code)
      expect([passed.code, stops.length, factors.length]).toEqual(
        passed.code === 0 ? [0, 0, 0] : [20206, 1, 1],
      )
    }
  })

  test('of an account that must have a factor goes on with its set-up', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    await start(person)
    await age(person.uid, 7)
    await server.sql('update account set second_factor_demanded = true where uid = $1', person.uid)
    const { flow, code } = await readyStep(person)
    const passed = await server.call(passSecondStep, { flow, method: 'lost', code }, NETWORK)
    expect([passed.code, passed.data]).toEqual([20108, { flow: expect.any(String), methods: ['setup'] }])
  })

  test('takes the waiting time of the mailbox alone too', async () => {
    const person = await seedPerson(server)
    await protect(server, person)
    const { email } = person
    const { data } = await server.call(
      loginByVerificationCode,
      { email, ...(await requestCode(server, email, 'login')) },
      NETWORK,
    )
    const { flow, methods } = data as unknown as SecondStep
    expect(methods).toEqual(['totp', 'recovery'])
    const { removalAt } = (await server.call(startFactorRemoval, { flow }, NETWORK)).data
    expect(removalAt - Date.now() / 1_000).toBeGreaterThan(6.9 * DAY)
    expect((await server.call(sendLoginCode, { flow }, NETWORK)).code).toBe(20206)
  })
})

test('a code is sent once a minute and three times for each login', async () => {
  const person = await seedPerson(server)
  await protect(server, person)
  await start(person)
  await age(person.uid, 7)
  await setReminded(person.uid)
  const { flow } = await stepOf(person.email)
  const send = () => server.call(sendLoginCode, { flow }, NETWORK)
  const forget = () => server.sql(`update sign_in_flow set mailed_at = mailed_at - interval '1 minute'`)
  const atOnce = await Promise.all([send(), send()])
  expect(atOnce.map(({ code }) => code).sort()).toEqual([0, 20202])
  for (const expected of [0, 0, 20202]) {
    await forget()
    expect((await send()).code).toBe(expected)
  }
})
