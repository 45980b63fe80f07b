/** A second address for recovery and notices: when it counts, who may change it, and what it is good for. */
import {
  changeEmail,
  getSecondEmail,
  removeSecondEmail,
  setSecondEmail,
} from '@kerf/contract/endpoints/mailbox'
import { findPassword } from '@kerf/contract/endpoints/password'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { SECOND_EMAIL_WAIT_SECONDS } from '@kerf/contract/limits'
import { describe, expect, test } from 'vitest'
import { newEmail, requestCode, seedPerson, skipCodeInterval, wrongCode } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { seedSignedInPerson, sessionCode, signInToken, signInWithBothProofs } from './fixtures.ts'

const server = await useTestServer()
const NEW = 'engraved-88'

const owner = () => seedSignedInPerson(server, signInWithBothProofs)
const find = async (token: string) => (await server.call(getSecondEmail, {}, { token })).data.secondEmail
const remove = (token: string) => server.call(removeSecondEmail, {}, { token })

async function add(token: string, email = newEmail('second')): Promise<string> {
  const code = await requestCode(server, email, 'bind')
  expect((await server.call(setSecondEmail, { email, ...code }, { token })).code).toBe(0)
  return email
}

/** As if the waiting time had passed since the last change. */
async function age(uid: string): Promise<void> {
  interface Times {
    readonly counts_from: Date
    readonly counts_until: Date | null
  }
  const earlier = (at: Date) => new Date(at.getTime() - (SECOND_EMAIL_WAIT_SECONDS + 60) * 1_000)
  const rows = await server.sql<Times>(
    'select counts_from, counts_until from second_email where uid = $1',
    uid,
  )
  for (const { counts_from: from, counts_until: until } of rows)
    await server.sql(
      'update second_email set counts_from = $3, counts_until = $4 where uid = $1 and counts_from = $2',
      ...[uid, from, earlier(from), until && earlier(until)],
    )
}

/** An owner whose second address counts. */
async function ownerWithSecond() {
  const person = await owner()
  const second = await add(person.token)
  await age(person.uid)
  return { ...person, second }
}

const askForCode = async (email: string, secondEmail: string, options: CallOptions = {}) => {
  const { data, code } = await server.call(verifyEmail, { email, scene: 'findpwd', secondEmail }, options)
  const sent = await server.call(
    sendVerificationCode,
    { receiver: secondEmail, nonce: data.nonce, ticket: 'any' },
    options,
  )
  return { codes: [code, sent.code], nonce: data.nonce }
}

describe('a change', () => {
  test('counts after 72 hours; every mailbox gets an email, the new one without the link', async () => {
    const person = await owner()
    const second = await add(person.token, newEmail('Second'))
    const found = await find(person.token)
    expect(found).toMatchObject({ email: second, endsAt: null })
    const wait = (found?.startsAt ?? 0) - Date.now() / 1_000
    expect(wait).toBeGreaterThan(72 * 3_600 - 120)
    expect(wait).toBeLessThanOrEqual(72 * 3_600 + 60)
    for (const to of [person.email, second]) {
      const mail = await server.waitForMail(to, ({ subject }) => /second email/i.test(subject))
      expect(mail.text).toMatch(/S\*\*\*\S@example\.com/)
      expect(mail.text).not.toContain(second)
      expect(/not-me\S*#[\w-]+/.test(mail.text)).toBe(to === person.email)
    }
    const audit = JSON.stringify(
      await server.sql('select detail from audit_event where uid = $1', person.uid),
    )
    expect(audit).not.toContain('@')
  })

  test('needs two proofs and the code of the new mailbox, and no account may have it', async () => {
    const [person, other] = [await seedSignedInPerson(server), await seedPerson(server)]
    const wanted = newEmail()
    const code = await requestCode(server, wanted, 'bind')
    const refused = await server.call(setSecondEmail, { email: wanted, ...code }, { token: person.token })
    expect(refused.code).toBe(20107)
    expect((await remove(person.token)).code).toBe(20107)
    const { token } = await owner()
    const wrong = { ...code, captcha: wrongCode(code) }
    expect((await server.call(setSecondEmail, { email: wanted, ...wrong }, { token })).code).toBe(20201)
    expect((await server.call(setSecondEmail, { email: newEmail(), ...code }, { token })).code).toBe(20203)
    await server.sql("insert into sign_in_identifier values ('email', $1, $2)", wanted, other.uid)
    expect((await server.call(setSecondEmail, { email: wanted, ...code }, { token })).code).toBe(20403)
    expect(await find(token)).toBeNull()
  })

  test('of the address leaves the former one in force until then', async () => {
    const { token, uid, email, second } = await ownerWithSecond()
    const next = await add(token)
    expect(await find(token)).toMatchObject({ email: next })
    expect((await askForCode(email, second)).codes).toEqual([0, 0])
    expect(await server.waitForCode(second)).toMatch(/^\d{6}$/)
    await server.waitForMail(second, ({ subject }) => /second email/i.test(subject))
    await age(uid)
    await skipCodeInterval(server)
    await askForCode(email, next)
    expect(await server.waitForCode(next)).toMatch(/^\d{6}$/)
  })

  test('that removes it counts after 72 hours as well; an address that does not count yet is gone at once', async () => {
    const { token, uid, second } = await ownerWithSecond()
    await add(token)
    expect((await remove(token)).code).toBe(0)
    expect(await find(token)).toMatchObject({ email: second, endsAt: expect.any(Number) })
    await server.waitForMail(second, ({ subject }) => /removed/i.test(subject))
    await age(uid)
    expect(await find(token)).toBeNull()
    // Nothing is left to remove.
    expect((await remove(token)).code).toBe(0)
  })

  test('that removes an address before it counts sends no email', async () => {
    const { token, uid } = await owner()
    await add(token)
    const removals = () => server.sql(`select 1 from mail_delivery where template = 'second_email_removed'`)
    const before = await removals()
    expect((await remove(token)).code).toBe(0)
    expect(await removals()).toEqual(before)
    expect(await server.sql('select 1 from second_email where uid = $1', uid)).toEqual([])
  })

  test.each(['the link of a mail', 'a password reset'])('is taken back by %s', async way => {
    const { token, uid, email, second } = await ownerWithSecond()
    const thief = await add(token)
    const isLinked = ({ subject, text }: { subject: string; text: string }) =>
      /second email/i.test(subject) && text.includes('not-me')
    const mail = await server.waitForMail(second, isLinked)
    if (way === 'a password reset') {
      await skipCodeInterval(server)
      const code = await requestCode(server, email, 'findpwd')
      expect((await server.call(findPassword, { email, ...code, password: NEW })).code).toBe(0)
    } else {
      const [, link = ''] = /not-me\S*#([\w-]+)/.exec(mail.text) ?? []
      expect((await server.call(reportNotMe, { link })).code).toBe(0)
      expect(await sessionCode(server, token)).toBe(20101)
    }
    const rows = await server.sql('select email, counts_until from second_email where uid = $1', uid)
    expect(rows).toEqual([{ email: second, counts_until: null }])
    await skipCodeInterval(server)
    await askForCode(email, thief)
    await server.waitForMail(thief, ({ subject }) => /^No .* account/.test(subject))
  })

  test('of several at once leaves one that waits', async () => {
    const { token, uid } = await owner()
    const wanted = [newEmail(), newEmail(), newEmail()]
    const codes: object[] = []
    for (const email of wanted) codes.push(await requestCode(server, email, 'bind'))
    await Promise.all(
      wanted.map((email, i) => server.call(setSecondEmail, { email, ...codes[i] } as never, { token })),
    )
    expect(await server.sql('select 1 from second_email where uid = $1', uid)).toHaveLength(1)
  })
})

describe('an address that counts', () => {
  test('recovers the account, and every mailbox gets an email', async () => {
    const { token, uid, email, second } = await ownerWithSecond()
    const { nonce, codes } = await askForCode(email, second.toUpperCase())
    expect(codes).toEqual([0, 0])
    const captcha = await server.waitForCode(second)
    const reset = { email, secondEmail: second, captcha, nonce, password: NEW }
    expect((await server.call(findPassword, { ...reset, captcha: wrongCode({ captcha }) })).code).toBe(20201)
    // The code proves the second mailbox, not the first.
    expect((await server.call(findPassword, { email, captcha, nonce, password: NEW })).code).toBe(20203)
    const answer = await server.call(findPassword, reset)
    expect([answer.code, answer.data.uid]).toEqual([0, uid])
    expect(await sessionCode(server, token)).toBe(20101)
    for (const to of [email, second])
      await server.waitForMail(to, ({ subject }) => /password was changed/i.test(subject))
    // A lost mailbox can be left at once: the code was one proof, the new password is the other.
    const options = { token: answer.data.utoken }
    expect((await server.call(reauthenticate, { password: NEW }, options)).code).toBe(0)
    const next = newEmail()
    const code = await requestCode(server, next, 'bind')
    const moved = await server.call(changeEmail, { email: next, ...code }, options)
    expect(moved.code).toBe(0)
  })

  test('gets the security mails, and its link ends the sessions; codes of a login go to the first address', async () => {
    const person = await ownerWithSecond()
    await signInToken(server, person)
    const mail = await server.waitForMail(person.second, ({ subject }) => /new login/i.test(subject))
    const [, link = ''] = /not-me\S*#([\w-]+)/.exec(mail.text) ?? []
    expect((await server.call(reportNotMe, { link })).code).toBe(0)
    expect(await sessionCode(server, person.token)).toBe(20101)
  })

  test('is no second one any more once it is the address of the account', async () => {
    const { token, second } = await ownerWithSecond()
    await skipCodeInterval(server)
    const code = await requestCode(server, second, 'bind')
    expect((await server.call(changeEmail, { email: second, ...code }, { token })).code).toBe(0)
    expect(await find(token)).toBeNull()
  })
})

test('nobody learns whether an address is the second one of an account: each gets the same answers, and an email', async () => {
  const { email, second } = await ownerWithSecond()
  const waiting = await owner()
  const later = await add(waiting.token)
  await skipCodeInterval(server)
  for (const [account, typed, subject] of [
    [email, second, /code/i],
    [email, newEmail('stranger'), /^No .* account/],
    [waiting.email, later, /^No .* account/],
  ] as const) {
    const asked = await askForCode(account, typed)
    expect(asked.codes).toEqual([0, 0])
    expect(asked.nonce).toMatch(/^[\w-]{22,}$/)
    await server.waitForMail(typed, mail => subject.test(mail.subject))
  }
  const other = await server.call(verifyEmail, { email, scene: 'login', secondEmail: second })
  expect(other.code).toBe(20001)
})
