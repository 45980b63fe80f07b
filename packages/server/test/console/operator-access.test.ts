/** How operators enter the console, and what ends it (S-170). */
import type { JobHelpers } from 'graphile-worker'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createOperatorToken, identifyOperator } from '../../src/operations/operator/operator-tokens.ts'
import { editOperator, removeOperator } from '../../src/operations/operator/operators.ts'
import { sweepOperatorsTask } from '../../src/operations/operator/sweep-operators.ts'
import { withOperatorEvidence } from '../../src/platform/audit/operator-evidence.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { ORIGIN, useConsole } from './console-fixture.ts'

const console_ = useConsole()
const post = (...given: Parameters<typeof console_.post>) => console_.post(...given)

test('an invitation adds a passkey once, and the passkey opens a session', async () => {
  const invitation = await console_.invite('lin', ['owner'])
  expect((await post('/invitation', { invitation })).body).toMatchObject({ name: 'lin', roles: ['owner'] })
  const [first, second] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
  const options = [
    await post('/invitation/options', { invitation }),
    await post('/invitation/options', { invitation }),
  ]
  const accept = (passkey: SoftwareAuthenticator, index: number) =>
    post('/invitation/accept', {
      invitation,
      credential: passkey.create(options[index]?.body as never, { origin: ORIGIN }),
    })
  const answers = await Promise.all([accept(first, 0), accept(second, 1)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  // The passkey that was just added counts.
  expect(answers.find(({ status }) => status === 200)?.body.session).toMatchObject({ passkeys: 1 })
  expect((await post('/invitation', { invitation })).body.error).toBe('expired')
  const winner = answers[0]?.status === 200 ? first : second
  const { status, body } = await console_.login(winner)
  expect(status).toBe(200)
  expect(body.session).toMatchObject({ name: 'lin', roles: ['owner'], passkeys: 1 })
  const loser = winner === first ? second : first
  expect((await console_.login(loser)).body.error).toBe('passkey_unknown')
  const events = await console_.sql(
    `select event, operator, operator_source like 'session:%' as "bySession" from audit_event
      where event in ('operator.enroll', 'operator.login') order by id`,
  )
  expect(events).toEqual([
    { event: 'operator.login', operator: 'lin', bySession: true },
    { event: 'operator.enroll', operator: 'lin', bySession: true },
    { event: 'operator.login', operator: 'lin', bySession: true },
  ])
})

test('an accepted invitation replaces every way in of the operator', async () => {
  const before = await console_.enroll('tess', ['security'])
  const { token } = await withOperatorEvidence({ source: 'login:0', stated: null }, () =>
    createOperatorToken(console_.db, { name: 'tess', roles: ['security'], days: 1, operator: 'root' }),
  )
  await console_.sql(
    `update operator set issuer = 'https://id.example', subject = 'tess' where name = 'tess'`,
  )
  const { body: options } = await post('/passkey/options', {}, before.token)
  const pending = new SoftwareAuthenticator().create(options as never, { origin: ORIGIN })
  await console_.invite('tess')
  // The invitation alone ends nothing.
  expect((await post('/session', {}, before.token)).status).toBe(200)
  const after = await console_.enroll('tess', ['security'])
  expect((await post('/session', {}, before.token)).status).toBe(401)
  expect((await console_.login(before.passkey)).body.error).toBe('passkey_unknown')
  await expect(identifyOperator(console_.db, token ?? '')).rejects.toThrow('revoked')
  expect((await post('/passkey', { credential: pending }, after.token)).body.error).toBe('expired')
  expect((await post('/session', {}, after.token)).body).toMatchObject({
    passkeys: 1,
    hasCompanyLogin: false,
  })
})

test('an invitation ends after a day', async () => {
  const invitation = await console_.invite('late')
  await console_.sql(`update operator_invitation set expires_at = now()`)
  expect((await post('/invitation/options', { invitation })).body.error).toBe('expired')
})

test('a session counts on its host only, ends when idle, after a working day, and by a login elsewhere', async () => {
  const { token, passkey } = await console_.enroll('ada', ['support'])
  const works = async () => (await post('/session', {}, token)).status
  expect(await works()).toBe(200)
  expect((await post('/session', {}, token, 'console.example')).status).toBe(401)
  await console_.sql(`update operator_session set seen_at = now() - interval '16 minutes'`)
  expect(await works()).toBe(401)
  await console_.sql(
    `update operator_session set seen_at = now(), created_at = now() - interval '481 minutes'`,
  )
  expect(await works()).toBe(401)
  await console_.sql(`update operator_session set created_at = now()`)
  expect(await works()).toBe(200)
  const { body } = await console_.login(passkey)
  expect(await works()).toBe(401)
  expect((await post('/session', {}, body.token)).status).toBe(200)
  await post('/logout', {}, body.token)
  expect((await post('/session', {}, body.token)).status).toBe(401)
})

test('an operator who left, and a role that was taken back, count no more at the next call', async () => {
  const { token, passkey } = await console_.enroll('mei', ['security'])
  const list = () => console_.call(token, 'ip list', {})
  expect((await list()).status).toBe(200)
  await editOperator(console_.db, { name: 'mei', roles: ['support'], operator: 'root' })
  expect((await list()).body.error).toBe('authority')
  await removeOperator(console_.db, 'mei', 'root')
  expect((await list()).status).toBe(401)
  expect((await console_.login(passkey)).body.error).toBe('passkey_unknown')
})

test('a passkey is added beside another one soon after the login only, and for its own operator', async () => {
  const { token } = await console_.enroll('noor', ['support'])
  const other = await console_.enroll('zoe', ['support'])
  const passkey = new SoftwareAuthenticator()
  const { body: options } = await post('/passkey/options', {}, token)
  const credential = passkey.create(options as never, { origin: ORIGIN })
  expect((await post('/passkey', { credential }, other.token)).body.error).toBe('expired')
  const again = await post('/passkey/options', {}, token)
  const second = passkey.create(again.body as never, { origin: ORIGIN })
  await console_.sql(`update operator_session set created_at = now() - interval '11 minutes'`)
  expect((await post('/passkey', { credential: second }, token)).body.error).toBe('proof_required')
  await console_.sql(`update operator_session set created_at = now()`)
  expect((await post('/passkey', { credential: second }, token)).status).toBe(200)
  expect((await console_.login(passkey)).body.session).toMatchObject({ name: 'noor', passkeys: 2 })
})

test.each([
  ['another origin', { origin: 'http://evil.localhost:8090' }],
  ['another relying party', { origin: ORIGIN, rpId: 'localhost' }],
  ['a page in a foreign frame', { origin: ORIGIN, crossOrigin: true, topOrigin: 'https://evil.example' }],
  ['no user verification', { origin: ORIGIN, flags: 1 }],
] as const)('a passkey of %s is rejected', async (_, context) => {
  const { passkey } = await console_.enroll(`x${Math.random()}`.slice(0, 12), ['support'])
  const { body: options } = await post('/login/options')
  const { status, body } = await post('/login', { credential: passkey.get(options as never, context) })
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'passkey_rejected' })
})

test('an answer of an authenticator counts once, and one with an old counter never', async () => {
  const { passkey } = await console_.enroll('kim', ['support'])
  const { body: options } = await post('/login/options')
  const credential = passkey.get(options as never, { origin: ORIGIN })
  expect((await post('/login', { credential })).status).toBe(200)
  expect((await post('/login', { credential })).body.error).toBe('expired')
  passkey.rewind(2)
  expect((await console_.login(passkey)).body.error).toBe('passkey_rejected')
})

test('a session or token of the portal leads nowhere', async () => {
  const uid = await console_.newPerson('ada@example.com')
  expect(uid).not.toBe('')
  for (const token of ['', 'x'.repeat(43), 'a'.repeat(100)])
    expect((await post('/session', {}, token)).status).toBe(401)
})

test('a login deletes nothing because of its age, as the clock may be wrong; the job of the server does', async () => {
  const { passkey } = await console_.enroll('eve', ['support'])
  await console_.enroll('ada', ['support'])
  await console_.invite('gone')
  await post('/login/options')
  await console_.sql(
    `insert into approval (id, operation, digest, summary, details, reason, requested_by, requested_source, expires_at)
     select 'a' || age, 'user restore', sha256(age::text::bytea), 's', 'd', 'r', 'lin', 'uid:1', now() - age * interval '1 day'
       from unnest('{-1, 1, 181}'::int[]) age`,
  )
  for (const [table, column] of [
    ['operator_ceremony', 'expires_at'],
    ['operator_invitation', 'expires_at'],
    ['operator_session', 'created_at'],
  ])
    await console_.sql(`update ${table} set ${column} = now() - interval '9 hours'`)
  await console_.sql(
    `insert into operator_view (operator, person, seen_at) values ('op_x', 'p', now() - interval '2 hours')`,
  )
  const count = async () =>
    (
      await console_.sql<Record<string, number>>(
        `select (select count(*) from operator_ceremony)::int as ceremonies,
                (select count(*) from operator_invitation)::int as invitations,
                (select count(*) from operator_session)::int as sessions, (select count(*) from operator_view)::int as views,
                (select count(*) from approval)::int as approvals, (select count(details) from approval)::int as details`,
      )
    )[0]
  const before = await count()
  expect((await console_.login(passkey)).status).toBe(200)
  // The operator's own session gave way to the new one. The login used its ceremony up.
  expect(await count()).toEqual(before)
  const client = new pg.Client({ connectionString: console_.url })
  await client.connect()
  await sweepOperatorsTask({}, { withPgClient: work => work(client as never) } as JobHelpers)
  await client.end()
  expect(await count()).toEqual({
    ...{ ceremonies: 0, invitations: 0, sessions: 1, views: 0 },
    ...{ approvals: 2, details: 1 },
  })
})
