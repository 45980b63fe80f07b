/** The link "this was not me" of security mails. */

import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { describeNotMe, reportNotMe } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { describe, expect, test } from 'vitest'
import { maskEmail } from '../../src/identity/account/email-address.ts'
import { mailboxHash, notMeLink } from '../../src/outbound/mail/notify-owner.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { encrypt } from '../../src/platform/keys/encryption.ts'
import { loadKeys } from '../../src/platform/keys/keys.ts'
import { sha256 } from '../../src/platform/keys/secrets.ts'
import {
  type Business,
  newEmail,
  PASSWORD,
  type Person,
  requestCode,
  seedBusiness,
  seedPerson,
} from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { sessionCode, signInToken, signInWithBothProofs } from './fixtures.ts'

const MASTER = sha256('a key of this test')
const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER.toString('base64url') } })
const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
const keys = await loadKeys(db, MASTER)
await db.close()

const now = () => Math.floor(Date.now() / 1_000)
const linkFor = (uid: string, at = now()) => notMeLink(keys.link, { uid, at })
const use = (link: unknown, token?: string) =>
  server.call(reportNotMe, { link } as never, token === undefined ? {} : { token })
const ask = (link: string, options: CallOptions = {}) => server.call(describeNotMe, { link }, options)
/** Two sign-ins from different browsers: the owner is notified of the second. */
const twice = async (who: Person | Business) => [
  await signInToken(server, who),
  await signInToken(server, who),
]

describe('the description of a link', () => {
  test('tells what the mail tells and the masked account, and changes nothing', async () => {
    const person = await seedPerson(server)
    const token = await signInToken(server, person)
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }
    await server.call(login, { email: person.email, password: PASSWORD }, { headers })
    const { text } = await server.waitForMail(person.email)
    const { code, data, cookies } = await ask(/not-me\S*#([\w-]+)/.exec(text)?.[1] ?? '')
    expect([code, cookies]).toEqual([0, []])
    expect(data).toEqual({
      at: expect.any(Number),
      event: 'New login to your account',
      application: 'Firefox (Linux)',
      account: maskEmail(person.email),
      stops: true,
      removesUntil: data.at + 3 * DAY_SECONDS,
    })
    expect(await sessionCode(server, token)).toBe(0)
    const rows = `select 1 from audit_event where uid = $1 and event = 'session.not_me'`
    expect(await server.sql(rows, person.uid)).toEqual([])
  })

  test('is in the language of its reader; after three days nothing is removed', async () => {
    const { uid, email } = await seedPerson(server)
    const at = now() - 3 * DAY_SECONDS - 3_600
    const event = { template: 'passkey_added', application: 'Edge (Windows)', place: 'NL' }
    const link = notMeLink(keys.link, { uid, at, to: mailboxHash(email) }, event)
    const { data } = await ask(link, { lang: 'zh' })
    expect(data).toEqual({
      ...{ at, event: '已添加通行密钥', application: 'Edge (Windows)', place: '荷兰' },
      ...{ account: maskEmail(email), stops: true },
    })
  })

  test('names no event for a link of an earlier version or of an unknown template', async () => {
    const { uid } = await seedPerson(server)
    const at = now()
    const known = { at, stops: true, removesUntil: at + 3 * DAY_SECONDS }
    expect((await ask(linkFor(uid, at))).data).toEqual(known)
    const later = notMeLink(keys.link, { uid, at }, { template: 'toString' })
    expect((await ask(later)).data).toEqual(known)
  })

  test('refuses the links that `reportNotMe` refuses', async () => {
    const { uid } = await seedPerson(server)
    const expired = linkFor(uid, now() - 30 * DAY_SECONDS - 1)
    for (const link of [expired, `${linkFor(uid)}AAAA`, 'A'.repeat(43), linkFor(crypto.randomUUID())])
      expect((await ask(link)).code).toBe(20206)
    for (const link of ['', 'a b', 'x'.repeat(513)]) expect((await ask(link)).code).toBe(20001)
  })
})

test('ends every session by the link of a mail, without a session, also when repeated', async () => {
  const person = await seedPerson(server)
  const tokens = await twice(person)
  const mail = await server.waitForMail(person.email)
  const [, address, link] = /(https?:\/\/\S+\/en\/not-me\S*)#([\w-]+)/.exec(mail.text) ?? []
  expect(address).not.toContain(link)
  const answer = await use(link)
  expect([answer.code, answer.data, answer.cookies]).toEqual([0, { business: false }, []])
  expect(await Promise.all(tokens.map(token => sessionCode(server, token)))).toEqual([20101, 20101])
  const later = await signInToken(server, person)
  expect((await use(link)).code).toBe(0)
  expect(await sessionCode(server, later)).toBe(20101)
  const rows = await server.sql(
    `select detail from audit_event where uid = $1 and event = 'session.not_me' order by id`,
    person.uid,
  )
  expect(rows).toEqual([{ detail: { ended: 2 } }, { detail: { ended: 1 } }])
})

test('changes only sessions, and names an enterprise account for its own reset page', async () => {
  const business = await seedBusiness(server)
  const tokens = await twice(business)
  const before = await server.sql('select * from account where uid = $1', business.uid)
  expect((await use(linkFor(business.uid))).data).toEqual({ business: true })
  expect(await sessionCode(server, tokens[0] ?? '')).toBe(20101)
  expect(await server.sql('select * from account where uid = $1', business.uid)).toEqual(before)
})

test("keeps another account's sessions, even if that account is signed in", async () => {
  const [ada, eve] = [await seedPerson(server), await seedPerson(server)]
  const [hers, mine] = [await signInToken(server, ada), await signInToken(server, eve)]
  expect((await use(linkFor(ada.uid), mine)).code).toBe(0)
  expect([await sessionCode(server, hers), await sessionCode(server, mine)]).toEqual([20101, 0])
})

test('rejects a link after 30 days', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const days = 24 * 3_600
  expect((await use(linkFor(person.uid, now() - 30 * days - 1))).code).toBe(20206)
  expect(await sessionCode(server, token)).toBe(0)
  expect((await use(linkFor(person.uid, now() - 30 * days + 60))).code).toBe(0)
  expect(await sessionCode(server, token)).toBe(20101)
})

test('removes a second factor that is new, and only by a link of the last three days', async () => {
  const { uid } = await seedPerson(server)
  await server.sql(`insert into totp_factor (uid, secret, confirmed_at) values ($1, '\\x00', now())`, uid)
  await server.sql('update account set second_factor = true where uid = $1', uid)
  const isOn = async () =>
    (await server.sql('select 1 from account where uid = $1 and second_factor', uid)).length === 1
  const hours = 3_600
  expect((await use(linkFor(uid, now() - 73 * hours))).code).toBe(0)
  expect(await isOn()).toBe(true)
  expect((await use(linkFor(uid, now() - 71 * hours))).code).toBe(0)
  expect(await isOn()).toBe(false)
})

describe('after the account has left the mailbox', () => {
  /** Moves an account as a thief with both proofs does, from an address that it has for `age`. */
  const moveAway = async (age: string) => {
    const person = await seedPerson(server)
    await server.sql(
      `update account set email_verified_at = now() - $2::interval, created_at = now() - interval '1 year' where uid = $1`,
      person.uid,
      age,
    )
    const token = await signInWithBothProofs(server, person)
    const away = newEmail()
    const code = await requestCode(server, away, 'bind')
    expect((await server.call(changeEmail, { email: away, ...code }, { token })).code).toBe(0)
    const { text } = await server.waitForMail(person.email, ({ subject }) => /was changed/.test(subject))
    return { ...person, token, away, text, link: /not-me\S*#([\w-]+)/.exec(text)?.[1] ?? '' }
  }
  const emailOf = async (uid: string) =>
    (await server.sql<{ email: string }>('select email from account where uid = $1', uid))[0]?.email
  const addLink = (uid: string) =>
    server.sql(`insert into social_link (uid, channel, name) values ($1, 'google', 'new')`, uid)
  const linkCount = async (uid: string) =>
    (await server.sql('select 1 from social_link where uid = $1', uid)).length
  const loginCode = async (email: string) => (await server.call(login, { email, password: PASSWORD })).code

  test('the link of its mail restores the address, removes what was added, and tells both mailboxes', async () => {
    const { uid, email, token, away, link, text } = await moveAway('30 days')
    expect(text).toContain('restores this email address')
    await addLink(uid)
    expect((await use(link)).code).toBe(0)
    expect(await sessionCode(server, token)).toBe(20101)
    expect([await emailOf(uid), await linkCount(uid)]).toEqual([email, 0])
    expect([await loginCode(email), await loginCode(away)]).toEqual([0, 20111])
    for (const to of [email, away])
      await server.waitForMail(to, mail => /was changed/.test(mail.subject) && !mail.text.includes(away))
    const rows = await server.sql(
      `select detail from audit_event where uid = $1 and event = 'account.email_changed' order by id`,
      uid,
    )
    expect(rows).toMatchObject([{}, { detail: { restored: true } }])
    // Used again it has nothing to restore.
    expect((await use(link)).code).toBe(0)
    expect(await emailOf(uid)).toBe(email)
  })

  test('the address is not restored once another account has it', async () => {
    const { uid, email, away, link } = await moveAway('30 days')
    await seedPerson(server, { email })
    await addLink(uid)
    expect((await use(link)).code).toBe(0)
    expect([await emailOf(uid), await linkCount(uid)]).toEqual([away, 1])
  })

  test('an address that the account had for less than three days is not restored', async () => {
    const { uid, away, text, link } = await moveAway('2 days')
    expect(text).not.toContain('restores')
    expect((await use(link)).code).toBe(0)
    expect(await emailOf(uid)).toBe(away)
  })

  test('the description names the restored address, and no account to another reader', async () => {
    const { uid, email, away, link } = await moveAway('30 days')
    const { data } = await ask(link)
    expect(data).toMatchObject({ event: 'Your email address was changed', account: maskEmail(email) })
    const until = data.at + 3 * DAY_SECONDS
    expect(data).toMatchObject({ stops: true, removesUntil: until, restoresUntil: until })
    const at = now()
    const former = notMeLink(keys.link, { uid, at, to: mailboxHash(email) })
    expect((await ask(former)).data).toEqual({ at, stops: false })
    const present = notMeLink(keys.link, { uid, at, to: mailboxHash(away) })
    expect((await ask(present)).data).toMatchObject({ account: maskEmail(away), stops: true })
    await seedPerson(server, { email })
    const over = (await ask(link)).data
    expect([over.account, over.stops, over.removesUntil, over.restoresUntil]).toEqual([
      maskEmail(email),
      false,
      undefined,
      undefined,
    ])
  })

  test('a link restores for three days', async () => {
    const { uid, email, away } = await moveAway('30 days')
    const restoring = (at: number) => notMeLink(keys.link, { uid, at, restores: email })
    expect((await use(restoring(now() - 3 * DAY_SECONDS - 60))).code).toBe(0)
    expect(await emailOf(uid)).toBe(away)
    expect((await use(restoring(now() - 3 * DAY_SECONDS + 60))).code).toBe(0)
    expect(await emailOf(uid)).toBe(email)
  })

  test('another link of the former mailbox ends sessions only', async () => {
    const { uid, email, token, away } = await moveAway('30 days')
    await addLink(uid)
    expect((await use(notMeLink(keys.link, { uid, at: now(), to: mailboxHash(email) }))).code).toBe(0)
    expect([await sessionCode(server, token), await emailOf(uid), await linkCount(uid)]).toEqual([
      20101,
      away,
      1,
    ])
    expect((await use(notMeLink(keys.link, { uid, at: now(), to: mailboxHash(away) }))).code).toBe(0)
    expect(await linkCount(uid)).toBe(0)
  })
})

test('rejects a link with any character changed', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const link = linkFor(person.uid)
  const spoiled = [...link].map(
    (letter, i) => link.slice(0, i) + (letter === 'A' ? 'B' : 'A') + link.slice(i + 1),
  )
  // The last base64url character may have unused bits.
  const answers = await Promise.all(
    [...spoiled.slice(0, -1), link.slice(1), link.slice(0, -4), `${link}AAAA`].map(link => use(link)),
  )
  expect(answers.filter(answer => answer.code !== 20206)).toEqual([])
  expect(await sessionCode(server, token)).toBe(0)
})

test('rejects values encrypted for another purpose, by another key or without meaning', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const said = JSON.stringify({ uid: person.uid, at: now() })
  const links = [
    encrypt(keys.link, said, 'mail'),
    encrypt(keys.mail, said, 'not-me'),
    encrypt(keys.link, JSON.stringify({ uid: person.uid }), 'not-me'),
    encrypt(keys.link, JSON.stringify({ uid: person.uid, at: 'soon' }), 'not-me'),
    encrypt(keys.link, 'null', 'not-me'),
    encrypt(keys.link, '{', 'not-me'),
    Buffer.alloc(0),
    Buffer.alloc(28),
  ].map(bytes => bytes.toString('base64url'))
  for (const link of [...links.filter(link => link !== ''), token]) expect((await use(link)).code).toBe(20206)
  expect(await sessionCode(server, token)).toBe(0)
})

test('rejects the link of a deleted account', async () => {
  const person = await seedPerson(server)
  await server.sql('delete from account where uid = $1', person.uid)
  expect((await use(linkFor(person.uid))).code).toBe(20206)
  expect((await use(linkFor(crypto.randomUUID()))).code).toBe(20206)
})

test.each([null, 1, [], {}, '', 'a b', 'x'.repeat(513), '<script>', undefined])('rejects %j', async link => {
  expect((await use(link)).code).toBe(20001)
})

test('lets the owner sign in again at once', async () => {
  const person = await seedPerson(server)
  await signInToken(server, person)
  await use(linkFor(person.uid))
  expect((await server.call(login, { email: person.email, password: PASSWORD })).code).toBe(0)
})
