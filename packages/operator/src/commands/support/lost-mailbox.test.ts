/** The change of a lost mailbox: proof, second operator, 24 hours, a link that stops it, and a link that confirms the new address. */
import {
  changeEmail,
  confirmMailbox,
  removeSecondEmail,
  setSecondEmail,
} from '@kerf/contract/endpoints/mailbox'
import { findPassword } from '@kerf/contract/endpoints/password'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { carryOutMailboxChangesTask } from '@kerf/server/identity/wing'
import { createDatabaseClock } from '@kerf/server/platform/db/database-clock'
import { loadKeys } from '@kerf/server/platform/keys/keys'
import { describe, expect, test } from 'vitest'
import { signInWithBothProofs } from '../../../../server/test/account-center/fixtures.ts'
import { MASTER_KEY, runAsOperator } from '../../../../server/test/redemption/helpers.ts'
import { newEmail, type Person, requestCode, seedPerson } from '../../../../server/test/support/accounts.ts'
import {
  approve,
  audited,
  MEI,
  run,
  runApproved,
  runJson,
  server,
  stateOf,
  tokenOf,
  useServer,
} from '../../server-fixture.ts'

useServer({ more: { KERF_MASTER_KEY: MASTER_KEY } })

const WHY = ['--case', 'C-21', '--reason', 'mailbox closed by the provider']
const PROOF = ['--evidence', 'passport 2026-11']

/** An account that has its address for `age`. */
async function accountOf(age = '10 days'): Promise<Person> {
  const person = await seedPerson(server)
  await server.sql(
    `update account set email_verified_at = now() - $2::interval, created_at = now() - interval '1 year' where uid = $1`,
    person.uid,
    age,
  )
  return person
}

const request = (uid: string, to: string) => ['user', 'change-email', uid, '--to', to, ...PROOF, ...WHY]
const linkIn = (text: string, page: string): string =>
  new RegExp(`/${page}\\S*#([\\w-]+)`).exec(text)?.[1] ?? ''
const startedMail = (email: string) =>
  server.waitForMail(email, ({ text }) => text.includes('mailbox is lost'))
const confirmMail = (email: string) =>
  server.waitForMail(email, ({ subject }) => subject.startsWith('Confirm your'))

/** A change that two operators have decided, with the links of both emails. */
async function start(person: Person, to = newEmail('new')) {
  const started = await runApproved(...request(person.uid, to))
  const stop = linkIn((await startedMail(person.email)).text, 'not-me')
  const confirm = linkIn((await confirmMail(to)).text, 'confirm-email')
  return { to, started, stop, confirm }
}
const emailOf = async (uid: string) =>
  (await server.sql<{ email: string }>('select email from account where uid = $1', uid))[0]?.email
const waits = async (uid: string) =>
  (await server.sql('select 1 from mailbox_change where uid = $1', uid)).length === 1
const skipWait = (uid: string) => server.sql('update mailbox_change set ready_at = now() where uid = $1', uid)
const carryOut = () =>
  runAsOperator(server, async db => {
    const keys = await loadKeys(db, Buffer.from(MASTER_KEY, 'base64url'))
    const clock = createDatabaseClock(db)
    // The only connection is busy later.
    await clock.now()
    const mail = { keys, clock, placeOf: async () => '' }
    await carryOutMailboxChangesTask(db, mail, { info: () => undefined } as never)({}, {} as never)
  })
const confirmBy = (link: string, confirm = true) => server.call(confirmMailbox, { link, confirm })

test('moves the account after a second operator approved, the new address is confirmed and 24 hours passed, and ends its sessions', async () => {
  const person = await accountOf()
  const token = await tokenOf(person)
  const { to, started, confirm } = await start(person)
  expect(started).toMatchObject({ uid: person.uid, stoppable: true })
  expect(started.readyAt - Date.now() / 1_000).toBeGreaterThan(23 * 3_600)
  expect(JSON.stringify(started)).not.toContain(to)
  const stale = await requestCode(server, person.email, 'findpwd')

  await carryOut()
  expect(await emailOf(person.uid)).toBe(person.email)
  await skipWait(person.uid)
  await carryOut()
  // Nobody has confirmed the new address.
  expect(await emailOf(person.uid)).toBe(person.email)
  expect((await confirmBy(confirm, false)).data).toEqual({ email: to, startsAt: expect.any(Number) })
  await carryOut()
  expect(await emailOf(person.uid)).toBe(person.email)
  expect((await confirmBy(confirm)).code).toBe(0)
  await Promise.all([carryOut(), carryOut()])

  expect(await emailOf(person.uid)).toBe(to)
  expect(await stateOf(token)).toBe(20101)
  expect(await server.sql('select 1 from known_device where uid = $1', person.uid)).toEqual([])
  const reset = { email: person.email, ...stale, password: 'engraved-77-x' }
  expect((await server.call(findPassword, reset)).code).not.toBe(0)
  expect((await server.call(login, { email: to, password: person.password })).code).toBe(0)
  await server.waitForMail(to, ({ subject }) => /was changed/.test(subject))
  // For three days the former mailbox restores its address (S-147).
  const { text } = await server.waitForMail(person.email, ({ subject }) => /was changed/.test(subject))
  expect(text).toContain('Within three days')
  const acts = await audited('user.mailbox_changed', person.uid)
  expect(acts).toMatchObject([{ operator: 'lin', outcome: 'ok', detail: { case: 'C-21', sessionsEnded: 1 } }])
  expect(JSON.stringify([acts, await audited('user.mailbox_change', person.uid)])).not.toContain(person.email)
  expect((await audited('user.mailbox_change', person.uid))[0]).toMatchObject({
    detail: {
      evidence: 'passport 2026-11',
      confirmedBy: 'mei',
      changed: { email: { to: expect.stringContaining('***') } },
    },
  })
  expect((await confirmBy(confirm)).code).toBe(20206)
  expect((await server.call(reportNotMe, { link: linkIn(text, 'not-me') })).code).toBe(0)
  expect(await emailOf(person.uid)).toBe(person.email)
})

describe('is stopped', () => {
  test('by the link of the email, without a login', async () => {
    const person = await accountOf()
    const token = await tokenOf(person)
    const { to, stop, confirm } = await start(person)
    expect((await server.call(reportNotMe, { link: stop })).code).toBe(0)
    expect([await waits(person.uid), await stateOf(token)]).toEqual([false, 20101])
    expect((await confirmBy(confirm)).code).toBe(20206)
    await server.waitForMail(to, ({ text }) => text.includes('is not changed to'))
    expect((await audited('user.mailbox_change_stopped', person.uid))[0]).toMatchObject({
      operator: null,
      detail: { by: 'link', case: 'C-21' },
    })
  })

  test('by a code that the present mailbox received, and not by the password', async () => {
    const person = await accountOf()
    await start(person)
    await tokenOf(person)
    expect(await waits(person.uid)).toBe(true)
    const code = await requestCode(server, person.email, 'login')
    expect(
      (await server.call(loginByVerificationCode, { email: person.email, ...code, remember: false })).code,
    ).toBe(0)
    expect(await waits(person.uid)).toBe(false)
  })

  test('by an operator', async () => {
    const person = await accountOf()
    await start(person)
    await runJson('user', 'keep-email', person.uid, ...WHY)
    expect(await waits(person.uid)).toBe(false)
    expect((await run(['user', 'keep-email', person.uid, ...WHY])).err).toContain('No change')
  })

  test('never after it was carried out, even in a race', async () => {
    const person = await accountOf()
    const { to, stop, confirm } = await start(person)
    await confirmBy(confirm)
    await skipWait(person.uid)
    await Promise.all([carryOut(), server.call(reportNotMe, { link: stop }), carryOut()])
    const stopped = await audited('user.mailbox_change_stopped', person.uid)
    const changed = await audited('user.mailbox_changed', person.uid)
    expect(stopped.length + changed.length).toBe(1)
    expect(await emailOf(person.uid)).toBe(changed.length === 1 ? to : person.email)
  })
})

test('shows the whole new address to the second operator and stores it in no audit row', async () => {
  const person = await accountOf()
  const to = `ada.${newEmail('new')}`
  const ask = async (address: string) => {
    const { code, out } = await run([...request(person.uid, address), '--json', '--yes'])
    expect([code, out.includes(address)]).toEqual([3, false])
    return JSON.parse(out).approval.id as string
  }
  const id = await ask(to)
  const shown = await run(['approval', 'show', id], undefined, MEI)
  expect(shown.out).toContain(`from ${person.email} to ${to}`)
  expect((await run(['approval', 'list'], undefined, MEI)).out).not.toContain(to)
  expect((await approve(id)).code).toBe(0)
  // Another address with the same mask needs an approval of its own.
  expect(await ask(to.replace('ada.', 'ann.'))).not.toBe(id)
  const kept = await server.sql('select summary, details from approval where id = $1', id)
  expect(kept).toEqual([{ summary: expect.not.stringContaining(to), details: null }])
  const audit = await server.sql(`select detail from audit_event where detail ->> 'approval' = $1`, id)
  expect(audit).toContainEqual({ detail: expect.objectContaining({ approval: id, details: true }) })
  expect(JSON.stringify(audit)).not.toContain(to)
})

/** An account that a thief has moved to another mailbox a day ago. */
async function movedByThief(): Promise<Person & { readonly thief: string }> {
  const person = await accountOf()
  const thief = newEmail('thief')
  await server.sql(
    `with f as (insert into former_email (uid, email, canonical, had_since, left_at)
                values ($1, $2, $2, now() - interval '1 year', now() - interval '1 day')),
          i as (insert into sign_in_identifier (kind, value, uid) values ('email', $3, $1))
     update account set email = $3, email_verified_at = now() - interval '1 day' where uid = $1`,
    person.uid,
    person.email,
    thief,
  )
  return { ...person, thief }
}

describe('of an account that has its address for less than three days', () => {
  test('the former mailbox gets no link that restores it, even if the wait made it older than three days', async () => {
    const { uid, thief } = await movedByThief()
    const to = newEmail('new')
    await runApproved(...request(uid, to))
    await confirmBy(linkIn((await confirmMail(to)).text, 'confirm-email'))
    await server.sql(`update account set email_verified_at = now() - interval '5 days' where uid = $1`, uid)
    await skipWait(uid)
    await carryOut()
    expect(await emailOf(uid)).toBe(to)
    const { text } = await server.waitForMail(thief, ({ subject }) => /was changed/.test(subject))
    expect(text).not.toContain('Within three days')
    const link = linkIn(text, 'not-me')
    if (link !== '') await server.call(reportNotMe, { link })
    expect(await emailOf(uid)).toBe(to)
  })

  test('the account changes neither its email address nor its second one while the change waits', async () => {
    const { uid, thief, password } = await movedByThief()
    await runApproved(...request(uid, newEmail('new')))
    const token = await signInWithBothProofs(server, { uid, email: thief, password } as Person)
    for (const change of [changeEmail, setSecondEmail]) {
      const email = newEmail('again')
      const code = await requestCode(server, email, 'bind')
      expect((await server.call(change, { email, ...code }, { token })).code).toBe(20103)
    }
    expect((await server.call(removeSecondEmail, undefined, { token })).code).toBe(20103)
    expect([await emailOf(uid), await waits(uid)]).toEqual([thief, true])
  })

  test('is not stopped by a link or code of the present mailbox, but by the link in the former one', async () => {
    const person = await movedByThief()
    const { thief } = person
    const to = newEmail('new')
    expect(await runApproved(...request(person.uid, to))).toMatchObject({ stoppable: false })
    expect((await startedMail(thief)).text).not.toContain('not-me')
    const code = await requestCode(server, thief, 'login')
    expect(
      (await server.call(loginByVerificationCode, { email: thief, ...code, remember: false })).code,
    ).toBe(0)
    expect(await waits(person.uid)).toBe(true)
    const stop = linkIn((await startedMail(person.email)).text, 'not-me')
    expect((await server.call(reportNotMe, { link: stop })).code).toBe(0)
    expect(await waits(person.uid)).toBe(false)
    // A link in a mailbox that the account has left restores nothing by itself.
    expect(await emailOf(person.uid)).toBe(thief)
  })
})

test('refuses an address of an account, a second change, a missing proof and an enterprise account', async () => {
  const [person, other] = [await accountOf(), await accountOf()]
  const ask = async (uid: string, to: string) => (await run([...request(uid, to), '--yes'])).err
  expect(await ask(person.uid, person.email.toUpperCase())).toContain('has this address')
  expect(await ask(person.uid, 'nobody')).toContain('not valid')
  await expect(runApproved(...request(person.uid, other.email))).rejects.toThrow('belongs to an account')
  await start(person)
  await expect(runApproved(...request(person.uid, newEmail('third')))).rejects.toThrow('Another change waits')
  expect((await run(['user', 'change-email', person.uid, '--to', newEmail(), ...WHY, '--yes'])).code).toBe(2)
  expect((await run([...request(other.uid, newEmail()).slice(0, -4), '--reason', 'x', '--yes'])).code).toBe(2)
})

test('does not move to an address that another account took meanwhile, and mails the owner', async () => {
  const person = await accountOf()
  const { to, confirm } = await start(person)
  await confirmBy(confirm)
  await seedPerson(server, { email: to })
  await skipWait(person.uid)
  await carryOut()
  expect([await emailOf(person.uid), await waits(person.uid)]).toEqual([person.email, false])
  expect((await audited('user.mailbox_changed', person.uid))[0]).toMatchObject({ outcome: 'refused' })
  await server.waitForMail(person.email, ({ text }) => text.includes('is not changed to'))
})
