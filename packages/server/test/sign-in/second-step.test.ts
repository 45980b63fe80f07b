/** Second step of a sign-in: a code of the authenticator app, or a recovery code (issue: second factor). */
import {
  confirmTotp,
  getFactors,
  passSecondStep,
  removeTotp,
  renewRecoveryCodes,
  type SecondStep,
  startLoginSetup,
  startTotp,
} from '@kerf/contract/endpoints/factors'
import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { clearSessions } from '@kerf/contract/endpoints/session'
import {
  enterpriseLogin,
  login,
  loginByVerificationCode,
  reauthenticate,
} from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { timeStep, totpCode } from '../../src/identity/factors/totp.ts'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import {
  setAuthenticationAge,
  setBothProofs,
  signInBrowser,
  withOpenTransaction,
} from '../account-center/fixtures.ts'
import {
  type Business,
  PASSWORD,
  type Person,
  requestCode,
  seedBusiness,
  seedPerson,
  skipCodeInterval,
} from '../support/accounts.ts'
import type { Answer, CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { protect, secretOf } from './protect.ts'

const server = await useTestServer()

/** Without a browser cookie, a flow is bound to the network. */
const NETWORK: CallOptions = { ip: '203.0.113.77' }

interface Protected {
  readonly who: Person | Business
  readonly secret: Buffer
  readonly recoveryCodes: readonly string[]
  /** of the browser that set it up */
  readonly options: CallOptions
}

/** The code of the app; `drift` in steps. */
const codeOf = ({ secret }: Protected, drift = 0): string => totpCode(secret, timeStep(Date.now()) + drift)

/** Codes that were accepted before are good again, so that a test need not wait for the next one. */
const renewCodes = ({ who }: Protected): Promise<unknown> =>
  server.sql('update totp_factor set last_step = 0 where uid = $1', who.uid)

async function seedProtected(who?: Person | Business): Promise<Protected> {
  const owner = who ?? (await seedPerson(server))
  const account = { who: owner, ...(await protect(server, owner)) }
  await renewCodes(account)
  return account
}

const stepOf = (answer: Answer<unknown>): SecondStep => {
  expect(answer.code).toBe(20108)
  expect(answer.text).not.toContain('utoken')
  return answer.data as SecondStep
}

const loginAnswer = (who: Person | Business, options: CallOptions = NETWORK) =>
  'account' in who
    ? server.call(enterpriseLogin, { account: who.account, password: PASSWORD }, options)
    : server.call(login, { email: who.email, password: PASSWORD }, options)

const sessionsOf = (uid: string) =>
  server.sql<{ method: string; acr: string; amr: string[] }>(
    'select method, acr, amr from session where uid = $1 order by first_login desc',
    uid,
  )

describe('set-up', () => {
  test('needs a code of the app, and returns ten recovery codes once', async () => {
    const person = await seedPerson(server)
    const { token, cookies } = await signInBrowser(server, person)
    const options = { token, headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') } }
    await setBothProofs(server, person.uid)
    const { data: setup } = await server.call(startTotp, {}, options)
    expect(setup.uri).toContain(`secret=${setup.secret}`)
    expect(setup.qrCode).toMatch(/^M/)
    expect((await server.call(confirmTotp, { code: '000000' }, options)).code).toBe(20201)
    expect((await server.call(getFactors, {}, options)).data.totp).toBeNull()
    // Nothing changed so far.
    expect((await loginAnswer(person)).code).toBe(0)
    const code = totpCode(secretOf(setup.secret), timeStep(Date.now()))
    const { data } = await server.call(confirmTotp, { code }, options)
    expect(new Set(data.recoveryCodes).size).toBe(10)
    await server.waitForMail(person.email, ({ text }) => text.includes('authenticator app'))
    const factors = (await server.call(getFactors, {}, options)).data
    expect(factors).toMatchObject({ totp: { lastUsed: null }, recoveryCodes: 10, required: false })
  })

  test('needs a recent authentication in this browser', async () => {
    const person = await seedPerson(server)
    const { token } = await signInBrowser(server, person)
    await setAuthenticationAge(server, person.uid, '11 minutes')
    expect((await server.call(startTotp, {}, { token })).code).toBe(20107)
  })

  test('stores neither the secret nor the codes readably', async () => {
    const account = await seedProtected()
    const rows = await server.sql<{ text: string }>(
      `select t::text || (select string_agg(r::text, ',') from recovery_code r where r.uid = t.uid) as text
         from totp_factor t where uid = $1`,
      account.who.uid,
    )
    expect(rows[0]?.text).not.toContain(account.secret.toString('hex'))
    expect(rows[0]?.text).not.toContain(Buffer.from(account.recoveryCodes[0] ?? '').toString('hex'))
  })
})

describe('second step', () => {
  test('a code of the app completes a login by password', async () => {
    const account = await seedProtected()
    const step = stepOf(await loginAnswer(account.who))
    expect(step.methods).toEqual(['totp', 'recovery'])
    const passed = await server.call(
      passSecondStep,
      {
        flow: step.flow,
        method: 'totp',
        code: codeOf(account),
      },
      NETWORK,
    )
    expect(passed.data).toMatchObject({ uid: account.who.uid, utoken: expect.stringMatching(/^[\w-]{64}$/) })
    expect((await sessionsOf(account.who.uid))[0]).toEqual({
      method: 'password',
      acr: 'aal2',
      amr: ['pwd', 'otp', 'mfa'],
    })
  })

  test('completes a login of an enterprise account, by mailed code, and the session after a reset', async () => {
    const business = await seedProtected(await seedBusiness(server))
    const step = stepOf(await loginAnswer(business.who))
    expect(
      (
        await server.call(
          passSecondStep,
          // as apps show it
          { flow: step.flow, method: 'totp', code: codeOf(business).replace(/^.../, '$& ') },
          NETWORK,
        )
      ).code,
    ).toBe(0)

    const account = await seedProtected()
    const { email, uid } = account.who
    const byCode = stepOf(
      await server.call(
        loginByVerificationCode,
        { email, ...(await requestCode(server, email, 'login')) },
        NETWORK,
      ),
    )
    expect(
      (
        await server.call(
          passSecondStep,
          { flow: byCode.flow, method: 'totp', code: codeOf(account) },
          NETWORK,
        )
      ).code,
    ).toBe(0)
    await renewCodes(account)
    const reset = stepOf(
      await server.call(
        findPassword,
        {
          email,
          password: 'another-long-one',
          ...(await requestCode(server, email, 'findpwd')),
        },
        NETWORK,
      ),
    )
    expect(await sessionsOf(uid)).toEqual([])
    expect(
      (
        await server.call(
          passSecondStep,
          { flow: reset.flow, method: 'totp', code: codeOf(account) },
          NETWORK,
        )
      ).code,
    ).toBe(0)
    expect(await sessionsOf(uid)).toMatchObject([{ method: 'reset', acr: 'aal2' }])
  })

  test('accepts a code of the neighboring step, and each code once', async () => {
    const account = await seedProtected()
    // The next one: that of the step before may be over when the logins are done. totp.test.ts has both.
    const code = codeOf(account, 1)
    const flows = [stepOf(await loginAnswer(account.who)), stepOf(await loginAnswer(account.who))]
    const answers = await Promise.all(
      flows.map(({ flow }) => server.call(passSecondStep, { flow, method: 'totp', code }, NETWORK)),
    )
    expect(answers.map(answer => answer.code).sort()).toEqual([0, 20201])
  })

  test('accepts a recovery code once, however it is typed, and notifies the owner', async () => {
    const account = await seedProtected()
    const code = (account.recoveryCodes[3] ?? '').toUpperCase().replace('-', ' ')
    const { flow } = stepOf(await loginAnswer(account.who))
    expect((await server.call(passSecondStep, { flow, method: 'recovery', code }, NETWORK)).code).toBe(0)
    const again = stepOf(await loginAnswer(account.who))
    expect(
      (await server.call(passSecondStep, { flow: again.flow, method: 'recovery', code }, NETWORK)).code,
    ).toBe(20201)
    const [audit] = await server.sql<{ detail: unknown }>(
      `select detail from audit_event where event = 'login.second_step' and outcome = 'refused' and uid = $1`,
      account.who.uid,
    )
    expect(audit?.detail).toEqual({ method: 'recovery' })
    expect((await server.call(getFactors, {}, account.options)).data.recoveryCodes).toBe(9)
  })

  test('ends a flow after five wrong codes and notifies the owner', async () => {
    const account = await seedProtected()
    const { flow } = stepOf(await loginAnswer(account.who))
    const codes = await Promise.all(
      Array.from({ length: 7 }, () =>
        server.call(passSecondStep, { flow, method: 'totp', code: '000000' }, NETWORK),
      ),
    )
    expect(codes.filter(({ code }) => code === 20201)).toHaveLength(5)
    expect(
      (await server.call(passSecondStep, { flow, method: 'totp', code: codeOf(account) }, NETWORK)).code,
    ).toBe(20206)
  })

  test('limits the wrong codes of an account, and not those of its known browser', async () => {
    const account = await seedProtected()
    const wrong = async (options: CallOptions) => {
      const { flow } = stepOf(await loginAnswer(account.who, options))
      return (await server.call(passSecondStep, { flow, method: 'totp', code: '000000' }, options)).code
    }
    const codes: number[] = []
    for (let i = 0; i < 21; i++) codes.push(await wrong({ ip: `198.51.100.${i}` }))
    expect(codes.at(-1)).toBe(20204)
    const { flow } = stepOf(await loginAnswer(account.who, account.options))
    const own = await server.call(
      passSecondStep,
      { flow, method: 'totp', code: codeOf(account) },
      account.options,
    )
    expect(own.code).toBe(0)
  })

  /** A thief of the password has used up the tries of unknown browsers. */
  const useUpTries = ({ who }: Protected) =>
    server.sql(
      `insert into rate_limit values ('factor:' || $1::text, 20, (extract(epoch from now()) * 1000)::bigint + 800000)
       on conflict (key) do update set points = 20`,
      who.uid,
    )

  test('opens one try by a human check past twenty wrong codes', async () => {
    const account = await seedProtected()
    await useUpTries(account)
    const { flow } = stepOf(await loginAnswer(account.who))
    const input = { flow, method: 'totp', code: '000000' } as const
    expect((await server.call(passSecondStep, input, NETWORK)).code).toBe(20204)
    expect((await server.call(passSecondStep, { ...input, ticket: 'ticket' }, NETWORK)).code).toBe(20201)
    // One in fifteen minutes for each network: the wait, and no human check in vain.
    expect((await server.call(passSecondStep, { ...input, ticket: 'ticket' }, NETWORK)).code).toBe(20429)
    await server.sql(`delete from rate_limit where key like 'extra-factor:%'`)
    const other = { ip: '203.0.113.79' }
    const next = stepOf(await loginAnswer(account.who, other))
    const right = { ...input, flow: next.flow, code: codeOf(account), ticket: 'ticket' }
    expect((await server.call(passSecondStep, right, other)).code).toBe(0)
  })

  test('a session has tries of its own, and all sessions of an account share a limit', async () => {
    const account = await seedProtected()
    await useUpTries(account)
    const session = { token: account.options.token ?? '', cookie: '' }
    const prove = (code: string) => server.call(reauthenticate, { method: 'totp', code }, session)
    expect((await prove('000000')).code).toBe(20201)
    expect((await prove(codeOf(account))).code).toBe(0)
    await server.sql(
      `update rate_limit set points = 60 where key = 'factor-sessions:' || $1::text`,
      account.who.uid,
    )
    expect((await prove('000000')).code).toBe(20204)
  })

  test('a password reset clears what a stranger used up, once a day', async () => {
    const account = await seedProtected()
    const { email } = account.who
    const network = { ip: '203.0.113.80' }
    const reset = async () => {
      await useUpTries(account)
      await skipCodeInterval(server)
      const code = await requestCode(server, email, 'findpwd')
      return stepOf(await server.call(findPassword, { email, password: PASSWORD, ...code }, network)).flow
    }
    const pass = (flow: string, code: string) =>
      server.call(passSecondStep, { flow, method: 'totp', code }, network)
    expect((await pass(await reset(), codeOf(account))).code).toBe(0)
    await renewCodes(account)
    expect((await pass(await reset(), codeOf(account))).code).toBe(20204)
  })

  test('binds the flow to the browser that began it', async () => {
    const account = await seedProtected()
    const { flow } = stepOf(await loginAnswer(account.who, account.options))
    const stranger = await server.call(
      passSecondStep,
      { flow, method: 'totp', code: codeOf(account) },
      NETWORK,
    )
    expect(stranger.code).toBe(20206)
    const own = await server.call(
      passSecondStep,
      { flow, method: 'totp', code: codeOf(account) },
      account.options,
    )
    expect(own.code).toBe(0)
    expect(
      (await server.call(passSecondStep, { flow, method: 'totp', code: codeOf(account) }, account.options))
        .code,
    ).toBe(20206)
  })

  test('a new password ends the flows that wait', async () => {
    const account = await seedProtected()
    const { flow } = stepOf(await loginAnswer(account.who))
    await server.sql(
      `update account set password_hash = password_hash || 'x' where uid = $1`,
      account.who.uid,
    )
    expect(
      (await server.call(passSecondStep, { flow, method: 'totp', code: codeOf(account) }, NETWORK)).code,
    ).toBe(20206)
  })

  test('refuses the session of one factor if the account gets a second one at the same moment', async () => {
    const person = await seedPerson(server)
    const enable = ['update account set second_factor = true where uid = $1']
    const answer = await withOpenTransaction(server, enable, person.uid, () => loginAnswer(person))
    expect(answer.code).toBe(20108)
    expect(await sessionsOf(person.uid)).toEqual([])
  })
})

describe('a second factor that an operator demands', () => {
  const seedDemanded = async () => {
    const business = await seedBusiness(server)
    await server.sql('update account set second_factor_demanded = true where uid = $1', business.uid)
    return business
  }
  const passSetup = async (flow: string) => {
    const { data: setup } = await server.call(startLoginSetup, { flow }, NETWORK)
    const secret = secretOf(setup.secret)
    const wrong = await server.call(passSecondStep, { flow, method: 'setup', code: '000000' }, NETWORK)
    expect(wrong.code).toBe(20201)
    const code = totpCode(secret, timeStep(Date.now()))
    return { secret, passed: await server.call(passSecondStep, { flow, method: 'setup', code }, NETWORK) }
  }

  test('is set up at the next login, and cannot be removed by the owner', async () => {
    const business = await seedDemanded()
    const step = stepOf(await loginAnswer(business))
    expect(step.methods).toEqual(['setup'])
    const { passed } = await passSetup(step.flow)
    expect(passed.data.recoveryCodes).toHaveLength(10)
    expect((await sessionsOf(business.uid))[0]).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] })
    const cookie = passed.cookies.map(line => line.split(';')[0]).join('; ')
    const options = { ...NETWORK, token: passed.data.utoken, headers: { cookie } }
    expect((await server.call(getFactors, {}, options)).data).toMatchObject({
      required: true,
      recoveryCodes: 10,
    })
    expect((await server.call(removeTotp, {}, options)).code).toBe(20102)
    expect(stepOf(await loginAnswer(business)).methods).toEqual(['totp', 'recovery'])
  })

  test('is set up once: a thief of the password cannot replace the app by another flow', async () => {
    const business = await seedDemanded()
    const [first, second] = [stepOf(await loginAnswer(business)), stepOf(await loginAnswer(business))]
    expect((await passSetup(first.flow)).passed.code).toBe(0)
    expect((await server.call(startLoginSetup, { flow: second.flow }, NETWORK)).code).toBe(20206)
    const late = await server.call(
      passSecondStep,
      { flow: second.flow, method: 'setup', code: '123456' },
      NETWORK,
    )
    expect(late.code).toBe(20206)
  })
})

describe('remembered browser', () => {
  test('needs no second step until a reset', async () => {
    const account = await seedProtected()
    const { flow } = stepOf(await loginAnswer(account.who, account.options))
    const code = codeOf(account)
    await server.call(passSecondStep, { flow, method: 'totp', code, rememberBrowser: true }, account.options)
    expect((await loginAnswer(account.who, account.options)).code).toBe(0)
    expect((await sessionsOf(account.who.uid))[0]).toMatchObject({ acr: 'aal1' })
    stepOf(await loginAnswer(account.who))
    const { email } = account.who
    await server.call(findPassword, {
      email,
      password: PASSWORD,
      ...(await requestCode(server, email, 'findpwd')),
    })
    stepOf(await loginAnswer(account.who, account.options))
  })
})

describe('remembered browsers are forgotten', () => {
  /** Two browsers that need no second step: the owner's, and one that is lost. */
  const seedRemembered = async () => {
    const account = await seedProtected()
    const remember = async (options: CallOptions) => {
      await renewCodes(account)
      const { flow } = stepOf(await loginAnswer(account.who, options))
      const input = { flow, method: 'totp', code: codeOf(account), rememberBrowser: true } as const
      return server.call(passSecondStep, input, options)
    }
    const lost = { cookie: `kerfDevice=${randomToken()}` }
    await remember(lost)
    const { data, cookies } = await remember(account.options)
    const pairs = [...(account.options.headers?.cookie ?? '').split('; '), ...cookies]
    const values = new Map(pairs.map(pair => pair.split(/[=;]/, 2) as [string, string]))
    const own = { token: data.utoken, cookie: [...values].map(pair => pair.join('=')).join('; ') }
    expect((await loginAnswer(account.who, lost)).code).toBe(0)
    return { account, lost, own }
  }

  test.each([
    [
      'by a new password',
      (own: CallOptions) => server.call(changePassword, { oldPassword: PASSWORD, password: PASSWORD }, own),
    ],
    ['by logging out everywhere', (own: CallOptions) => server.call(clearSessions, {}, own)],
    ['by new recovery codes', (own: CallOptions) => server.call(renewRecoveryCodes, {}, own)],
  ])('%s, and the browser that asks is not', async (_name, act) => {
    const { account, lost, own } = await seedRemembered()
    expect((await act(own)).code).toBe(0)
    stepOf(await loginAnswer(account.who, lost))
    expect((await loginAnswer(account.who, own)).code).toBe(0)
  })
})

describe('proof before a change', () => {
  test('is the second factor: a password is not enough', async () => {
    const account = await seedProtected()
    await setAuthenticationAge(server, account.who.uid, '1 hour')
    const refused = await server.call(renewRecoveryCodes, {}, account.options)
    expect([refused.code, refused.data]).toEqual([20107, { methods: ['totp', 'recovery'] }])
    expect((await server.call(reauthenticate, { password: PASSWORD }, account.options)).code).toBe(20108)
    expect(
      (
        await server.call(
          changePassword,
          { oldPassword: PASSWORD, password: 'another-long-one' },
          account.options,
        )
      ).code,
    ).toBe(20107)
    const proven = await server.call(
      reauthenticate,
      { method: 'totp', code: codeOf(account) },
      account.options,
    )
    expect(proven.code).toBe(0)
    const options = { ...account.options, headers: { companion: proven.data.companion } }
    expect((await server.call(renewRecoveryCodes, {}, options)).data.recoveryCodes).toHaveLength(10)
    expect((await server.call(removeTotp, {}, options)).code).toBe(0)
    expect((await loginAnswer(account.who)).code).toBe(0)
  })
})
