/** A stolen account is given back: nothing that the thief added or knows opens it. */
import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { findPassword } from '@kerf/contract/endpoints/password'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { signInWithBothProofs } from '../../../../server/test/account-center/fixtures.ts'
import { newEmail, type Person, requestCode, seedPerson } from '../../../../server/test/support/accounts.ts'
import { audited, run, runApproved, server, stateOf, tokenOf, useServer } from '../../server-fixture.ts'

useServer()

const WHY = ['--case', 'C-31', '--reason', 'thief changed the mailbox']
const restore = (uid: string, since: string) => [
  'user',
  'restore',
  uid,
  '--since',
  since,
  '--evidence',
  'passport',
  ...WHY,
]
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const emailOf = async (uid: string) =>
  (await server.sql<{ email: string }>('select email from account where uid = $1', uid))[0]?.email
const moveTo = async (token: string, email: string): Promise<void> => {
  const code = await requestCode(server, email, 'bind')
  expect((await server.call(changeEmail, { email, ...code }, { token })).code).toBe(0)
}

/** A person whose account a thief with both proofs has moved to another mailbox. */
async function stolen(had = '1 year'): Promise<Person & { readonly thief: string; readonly token: string }> {
  const person = await seedPerson(server)
  await server.sql(
    `update account set email_verified_at = now() - $2::interval, created_at = now() - interval '1 year' where uid = $1`,
    person.uid,
    had,
  )
  const token = await signInWithBothProofs(server, person)
  const thief = newEmail('thief')
  await moveTo(token, thief)
  return { ...person, thief, token }
}

test('restores the address, ends what was added, and leads the owner to a new password', async () => {
  const person = await stolen()
  const { uid, thief } = person
  await server.sql(
    `insert into passkey (uid, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, place, application, created_at)
     select $1, decode(n, 'hex'), '\\x01', 0, '{}', '', false, false, '', '', now() - a::interval
       from (values ('0a', '1 year'), ('0b', '1 hour')) v(n, a)`,
    uid,
  )
  await server.sql(`insert into social_link (uid, channel, name) values ($1, 'google', 'thief')`, uid)
  await server.sql(
    `insert into sign_in_identifier (kind, value, uid) values ('oauth:google', 'x|' || $1::text, $1::uuid)`,
    uid,
  )
  await server.sql(
    `insert into openid_consent (uid, client_id, scopes) values ($1, 'shady', '{openid}')`,
    uid,
  )
  await server.sql(`insert into totp_factor (uid, secret, confirmed_at) values ($1, '\\x01', now())`, uid)
  await server.sql('update account set second_factor = true where uid = $1', uid)
  await server.sql(
    `insert into second_email (uid, email, canonical, counts_from) values ($1, 'x@example.com', 'x@example.com', now() + interval '3 days')`,
    uid,
  )
  const restored = await runApproved(...restore(uid, ago(2)))
  expect(restored).toMatchObject({
    ...{ uid, addressRestored: true, passkeys: 1, socialAccounts: 1, secondFactor: true, consents: 1 },
  })
  expect(await emailOf(uid)).toBe(person.email)
  expect(await stateOf(person.token)).toBe(20101)
  const left = async (table: string) =>
    (await server.sql(`select 1 from ${table} where uid = $1`, uid)).length
  expect(await left('passkey')).toBe(1)
  for (const table of [
    'social_link',
    'openid_consent',
    'totp_factor',
    'second_email',
    'known_device',
    'session',
  ])
    expect([table, await left(table)]).toEqual([table, 0])
  // Neither the password that the thief knew nor the thief's mailbox opens the account.
  for (const email of [person.email, thief])
    expect((await server.call(login, { email, password: person.password })).code).not.toBe(0)
  const { text } = await server.waitForMail(person.email, ({ subject }) => subject.includes('yours again'))
  expect(text).toContain('/en/findpwd')
  expect(
    (await server.waitForMail(thief, ({ text }) => text.includes('Customer service changed'))).text,
  ).not.toContain(person.email)
  const code = await requestCode(server, person.email, 'findpwd')
  const password = 'engraved-77-x'
  expect((await server.call(findPassword, { email: person.email, ...code, password })).code).toBe(0)
  expect((await server.call(login, { email: person.email, password })).code).toBe(0)
  const [row] = await audited('user.restore', uid)
  expect(row).toMatchObject({
    operator: 'lin',
    detail: {
      case: 'C-31',
      evidence: 'passport',
      confirmedBy: 'mei',
      changed: { password: { from: 'set' } },
    },
  })
  expect(JSON.stringify(row)).not.toContain(person.email)
  expect(JSON.stringify(row)).not.toContain(thief)
})

test('of two moves, the address before the first one returns', async () => {
  const person = await stolen()
  await moveTo(person.token, newEmail('second'))
  await runApproved(...restore(person.uid, ago(2)))
  expect(await emailOf(person.uid)).toBe(person.email)
})

test('refuses an address that the account had for less than three days, and one that another account has', async () => {
  const young = await stolen('1 day')
  await expect(runApproved(...restore(young.uid, ago(2)))).rejects.toThrow('less than three days')
  expect(await emailOf(young.uid)).toBe(young.thief)
  const taken = await stolen()
  await seedPerson(server, { email: taken.email })
  await expect(runApproved(...restore(taken.uid, ago(2)))).rejects.toThrow('Another account has the address')
})

test('without a changed address it ends what was added since then', async () => {
  const person = await seedPerson(server)
  const token = await tokenOf(person)
  expect(await runApproved(...restore(person.uid, ago(1)))).toMatchObject({
    addressRestored: false,
    sessionsEnded: 1,
  })
  expect(await stateOf(token)).toBe(20101)
})

test('one operator alone, a time of long ago and a missing proof are refused', async () => {
  const { uid } = await seedPerson(server)
  expect((await run([...restore(uid, ago(1)), '--yes'])).code).toBe(3)
  expect((await run([...restore(uid, '2020-01-01'), '--yes'])).err).toContain('last 30 days')
  expect((await run(['user', 'restore', uid, '--since', ago(1), '--yes', ...WHY])).code).toBe(2)
})

test('stops what the thief has begun: a merge, invitations and their roles, a transfer and acts of a workshop', async () => {
  const person = await stolen()
  const { uid } = person
  const [accomplice, friend, other] = [
    await seedPerson(server),
    await seedPerson(server),
    await seedPerson(server),
  ]
  await server.sql(
    `insert into account_merge (uid, target, id, address, operator, case_number, ready_at)
     values ($1, $2, 'x', 'free', 'lin', 'C-42', now() + interval '1 day')`,
    uid,
    other.uid,
  )
  const machine = 'm_restored00000000000000'
  await server.sql(
    `insert into machine (id, sn, line, ownership, last_member, transfer_hash, transfer_by, transfer_until)
     values ($1, $1, 'laser', 7, 9, '\\x01', 1, now() + interval '71 hours')`,
    machine,
  )
  const give = (who: string, member: number, role: string, invitation: string | null, age: string) =>
    server.sql(
      `with l as (insert into machine_of_account (machine, uid) values ($1, $2))
       insert into machine_role (machine, uid, member, handle, role, ownership, invitation, created_at)
       values ($1, $2, $3::int, 'h' || $3::int, $4, 7, $5, now() - $6::interval)`,
      ...[machine, who, member, role, invitation, age],
    )
  await give(uid, 1, 'owner', null, '1 year')
  await give(accomplice.uid, 2, 'manager', 'new', '1 hour')
  await give(friend.uid, 3, 'operator', 'old', '1 hour')
  // The thief has deleted the invitation of this one.
  await give(other.uid, 4, 'operator', 'deleted', '1 hour')
  await server.sql(
    `insert into machine_invitation (machine, id, hash, role, ownership, uses, approval, invited_by, created_at, expires_at)
     select $1, id, decode(md5(id), 'hex'), 'operator', 7, 1, false, 1, now() - age::interval, now() + interval '1 day'
       from (values ('new', '1 hour'), ('open', '1 hour'), ('old', '3 days')) v(id, age)`,
    machine,
  )
  await server.sql(`insert into workshop (id, name) values ('w_restore', 'Lab')`)
  await server.sql(
    `insert into workshop_member (workshop, uid, member, handle, role)
     values ('w_restore', $1, 1, 'a', 'admin'), ('w_restore', $2, 2, 'b', 'admin')`,
    uid,
    friend.uid,
  )
  await server.sql(`insert into workshop_of_account (uid, workshop) values ($1, 'w_restore')`, uid)
  await server.sql(
    `insert into workshop_act (workshop, id, kind, subject, by_member, due_at, created_at)
     select 'w_restore', id, kind, '', by_member, now() + interval '1 day', now() - age::interval
       from (values ('thief', 'dissolve', 1, '1 hour'), ('before', 'remove', 1, '1 day'), ('theirs', 'release', 2, '1 hour'))
            v(id, kind, by_member, age)`,
  )

  expect(await runApproved(...restore(uid, ago(2)))).toMatchObject({
    mergeStopped: true,
    withdrawn: { invitations: 2, roles: 2, transfers: 1, workshopActs: 1 },
  })
  const left = async (text: string, ...values: unknown[]) =>
    (await server.sql<{ one: string }>(text, ...(values as string[]))).map(({ one }) => one)
  expect(await left('select uid as one from account_merge where uid = $1', uid)).toEqual([])
  expect((await audited('user.merge_stopped', other.uid))[0]).toMatchObject({ operator: 'lin' })
  expect(
    await left('select uid as one from machine_role where machine = $1 order by member', machine),
  ).toEqual([uid, friend.uid])
  expect(await left('select id as one from machine_invitation where machine = $1', machine)).toEqual(['old'])
  expect(await left('select id as one from machine where transfer_hash is not null')).toEqual([])
  expect(await left(`select id as one from workshop_act where workshop = 'w_restore' order by id`)).toEqual([
    'before',
    'theirs',
  ])
  expect(await left('select uid as one from machine_bar where machine = $1 order by uid', machine)).toEqual(
    [accomplice.uid, other.uid].sort(),
  )
  expect((await audited('user.restore', uid))[0]).toMatchObject({
    detail: { mergeStopped: true, roles: 2 },
  })
})
