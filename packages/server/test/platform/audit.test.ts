import { findPassword } from '@kerf/contract/endpoints/password'
import { logout } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import {
  newEmail,
  PASSWORD,
  requestCode,
  seedBusiness,
  seedPerson,
  signUp,
  wrongCode,
} from '../support/accounts.ts'
import type { Answer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

/** Returns the audit events of a call as `event outcome`, in order. */
async function auditedBy({ requestId }: Pick<Answer<unknown>, 'requestId'>): Promise<string[]> {
  const rows = await server.sql(
    // What becomes of a mail is recorded later, by the job.
    `select event, outcome from audit_event where request_id = $1 and event not like 'mail.%' order by id`,
    requestId,
  )
  return rows.map(row => `${row.event} ${row.outcome}`)
}

test('writes the audit event of sign-up, sign-in, password reset and logout before the answer', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const input = { email, password: PASSWORD, nonce: code.nonce, agreement: true } as const
  const wrong = await server.call(register, { ...input, captcha: wrongCode(code) })
  expect(await auditedBy(wrong)).toEqual(['account.register refused'])
  const registered = await server.call(register, { ...input, captcha: code.captcha })
  expect(await auditedBy(registered)).toEqual(['account.register ok', 'login.register ok'])

  expect(await auditedBy(await server.call(login, { email, password: 'wrong' }))).toEqual([
    'login.password refused',
  ])
  expect(await auditedBy(await server.call(login, { email, password: PASSWORD }))).toEqual([
    'login.password ok',
  ])

  const loginCode = await requestCode(server, email, 'login')
  const rejected = await server.call(loginByVerificationCode, {
    email,
    nonce: loginCode.nonce,
    captcha: wrongCode(loginCode),
  })
  expect(await auditedBy(rejected)).toEqual(['login.captcha refused'])
  expect(await auditedBy(await server.call(loginByVerificationCode, { email, ...loginCode }))).toEqual([
    'login.captcha ok',
  ])

  const resetCode = await requestCode(server, email, 'findpwd')
  const failed = { email, nonce: resetCode.nonce, captcha: wrongCode(resetCode), password: 'engraved-88' }
  expect(await auditedBy(await server.call(findPassword, failed))).toEqual(['password.reset refused'])
  const reset = await server.call(findPassword, { email, ...resetCode, password: 'engraved-88' })
  expect(await auditedBy(reset)).toEqual(['password.reset ok', 'login.reset ok'])
  expect(await auditedBy(await server.call(logout, {}, { token: reset.data.utoken }))).toEqual([
    'login.logout ok',
  ])

  const { account } = await seedBusiness(server)
  expect(await auditedBy(await server.call(enterpriseLogin, { account, password: 'wrong' }))).toEqual([
    'login.password refused',
  ])
  expect(await auditedBy(await server.call(enterpriseLogin, { account, password: PASSWORD }))).toEqual([
    'login.enterprise ok',
  ])
  const sent = await server.sql(
    `select detail from audit_event where event = 'verification.code_sent' order by id`,
  )
  expect(sent.map(row => (row.detail as { scene: string }).scene)).toEqual(['register', 'login', 'findpwd'])
})

test('stores the account, the network and the app, but no secret', async () => {
  const registered = await signUp(server)
  const { email } = await seedPerson(server)
  const answer = await server.call(
    login,
    { email, password: PASSWORD },
    { ip: '203.0.113.77', headers: { appCode: 'creative' } },
  )
  const [row] = await server.sql('select * from audit_event where request_id = $1', answer.requestId)
  expect(row).toMatchObject({
    uid: answer.data.uid,
    network: '203.0.113.0/24',
    app: 'creative',
    operator: null,
  })
  const overIpv6 = await server.call(login, { email, password: PASSWORD }, { ip: '2001:db8:1:2::7' })
  const [ipv6Row] = await server.sql(
    'select network from audit_event where request_id = $1',
    overIpv6.requestId,
  )
  expect(ipv6Row?.network).toBe('2001:db8:1::/48')
  const [allEvents] = await server.sql('select jsonb_agg(e)::text as text from audit_event e')
  for (const secret of [email, PASSWORD, answer.data.utoken, registered.data.utoken])
    expect(String(allEvents?.text)).not.toContain(secret)
})

test('stores the default app for an unknown app code', async () => {
  const { email } = await seedPerson(server)
  const answer = await server.call(
    login,
    { email, password: PASSWORD },
    { headers: { appCode: "x' or 1=1" } },
  )
  const [row] = await server.sql('select app from audit_event where request_id = $1', answer.requestId)
  expect(row?.app).toBe('portal')
})

test('names the method of a refused sign-in in its detail', async () => {
  const { account } = await seedBusiness(server)
  const refused = [
    await server.call(login, { email: newEmail(), password: 'wrong' }),
    await server.call(enterpriseLogin, { account, password: 'wrong' }),
    await server.call(enterpriseLogin, { account: 'no-such-shop', password: 'wrong' }),
  ]
  const methods = []
  for (const { requestId } of refused) {
    const [row] = await server.sql('select detail from audit_event where request_id = $1', requestId)
    methods.push(row?.detail)
  }
  expect(methods).toEqual(['password', 'enterprise', 'enterprise'].map(method => ({ method })))
})

test('stores the rejected sign-in of a banned account as refused', async () => {
  const { email, uid } = await seedPerson(server, { status: 'banned' })
  const code = await requestCode(server, email, 'login')
  const resetCode = await requestCode(server, email, 'findpwd')
  const answers = [
    await server.call(login, { email, password: PASSWORD }),
    await server.call(loginByVerificationCode, { email, ...code }),
    await server.call(findPassword, { email, ...resetCode, password: 'engraved-88' }),
  ]
  for (const answer of answers) {
    expect(answer.code).toBe(20104)
    const rows = await server.sql(
      'select uid, outcome from audit_event where request_id = $1',
      answer.requestId,
    )
    expect(rows).toEqual([{ uid, outcome: 'refused' }])
  }
})

test('starts no session and creates no account if the audit event cannot be stored', async () => {
  const person = await seedPerson(server)
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  await server.sql('alter table audit_event rename to audit_event_away')
  const refused = await Promise.all([
    server.call(login, { email: person.email, password: PASSWORD }).catch(() => undefined),
    server.call(register, { email, password: PASSWORD, ...code, agreement: true }).catch(() => undefined),
  ])
  await server.sql('alter table audit_event_away rename to audit_event')
  for (const answer of refused) expect(answer?.code).not.toBe(0)
  expect(await server.sql('select 1 from session where uid = $1', person.uid)).toEqual([])
  expect(await server.sql('select 1 from account where email = $1', email)).toEqual([])
  // The verification code was not consumed.
  expect((await server.call(register, { email, password: PASSWORD, ...code, agreement: true })).code).toBe(0)
})

test('rejects changes to stored audit events', async () => {
  await signUp(server)
  for (const change of [
    'delete from audit_event',
    `update audit_event set outcome = 'ok'`,
    'truncate audit_event',
  ])
    await expect(server.sql(change)).rejects.toThrow('append-only')
})
