/** Deletion by the owner: each step wanted, everything gone, nothing inherited (S-078 to S-081). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullinfo } from '@kerf/contract/endpoints/account'
import { login, loginByCaptcha } from '@kerf/contract/endpoints/login'
import { setBirthday, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { deleteAccount, notMe, proveFresh, sessionLog } from '@kerf/contract/endpoints/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import {
  askCode,
  newEmail,
  PASSWORD,
  type Person,
  passGate,
  seedPerson,
  signUp,
  wrongCode,
} from '../people.ts'
import {
  adoptPicture,
  ageProof,
  askOwnCode,
  fetchPicture,
  holding,
  picture,
  signIn,
  stateOf,
  tokenOf,
  upload,
} from './helpers.ts'
import { filesIn, findInFiles, findInTables } from './scan.ts'

let server: TestServer
let files: string
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'kerf-files-'))
  server = await startTestServer({ env: { FILE_STORE: files } })
})
afterAll(async () => {
  await server.close()
  rmSync(files, { recursive: true })
})

const newcomer = async (): Promise<Person & { token: string }> => {
  const person = await seedPerson(server)
  return { ...person, token: await tokenOf(server, person) }
}
const remove = (token: string, body: object) => server.call(deleteAccount, body as never, { token })
const exists = async (uid: string) =>
  (await server.sql('select 1 from account where uid = $1', uid)).length === 1
const buried = async (uid: string) =>
  (await server.sql('select 1 from deleted_account where uid = $1', uid)).length === 1

describe('each step is wanted', () => {
  test('a code of its own scene, account and age; and the confirmation', async () => {
    const [person, other] = [await newcomer(), await newcomer()]
    const code = await askOwnCode(server, person.token, person, 'delete')
    const theirs = await askOwnCode(server, other.token, other, 'delete')
    const verify = await askOwnCode(server, person.token, person, 'verify')
    const entry = await askCode(server, person.email, 'login')
    const refused = [
      [{}, 20001],
      [{ confirm: true }, 20001],
      [{ captcha: code.captcha, confirm: true }, 20001],
      [{ nonce: code.nonce, confirm: true }, 20001],
      [{ ...code }, 20001],
      [{ ...code, confirm: false }, 20001],
      [{ ...code, confirm: 'true' }, 20001],
      [{ ...code, confirm: 1 }, 20001],
      [{ ...code, confirm: [true] }, 20001],
      [{ ...code, confirm: true, uid: other.uid }, 20001],
      [{ ...code, captcha: wrongCode(code), confirm: true }, 20201],
      [{ captcha: code.captcha, nonce: 'A'.repeat(43), confirm: true }, 20203],
      [{ ...theirs, confirm: true }, 20203],
      [{ ...verify, confirm: true }, 20203],
      [{ ...entry, confirm: true }, 20203],
    ] as const
    for (const [body, expected] of refused) {
      const { code } = await remove(person.token, body)
      expect({ body, code }).toEqual({ body, code: expected })
    }
    expect([await exists(person.uid), await exists(other.uid)]).toEqual([true, true])
    expect((await remove(other.token, { ...code, confirm: true })).code).toBe(20203)
    const whole = { ...code, confirm: true }
    const bare = await server.call(deleteAccount, whole as never, { cookie: `utoken=${person.token}` })
    expect(bare.code).toBe(20101)
    expect((await remove(person.token, whole)).code).toBe(0)
    expect([await exists(person.uid), await exists(other.uid)]).toEqual([false, true])
  })

  test('an old code, a used-up one and an older one are none', async () => {
    const person = await newcomer()
    const first = await askOwnCode(server, person.token, person, 'delete')
    await passGate(server)
    const code = await askOwnCode(server, person.token, person, 'delete')
    expect((await remove(person.token, { ...first, confirm: true })).code).toBe(20203)
    for (let i = 1; i <= 5; i++)
      expect((await remove(person.token, { ...code, captcha: wrongCode(code, i), confirm: true })).code).toBe(
        20201,
      )
    expect((await remove(person.token, { ...code, confirm: true })).code).toBe(20203)
    await passGate(server)
    const late = await askOwnCode(server, person.token, person, 'delete')
    await server.sql(`update verification set code_expires_at = now() where uid = $1`, person.uid)
    expect((await remove(person.token, { ...late, confirm: true })).code).toBe(20203)
    expect(await exists(person.uid)).toBe(true)
  })

  test('its code is proof enough: the session may be old', async () => {
    const person = await newcomer()
    await ageProof(server, person.uid, '1 day')
    const code = await askOwnCode(server, person.token, person, 'delete')
    const answer = await remove(person.token, { ...code, confirm: true })
    expect(answer.code).toBe(0)
    expect(answer.cookies).toContain('utoken=; Path=/; Max-Age=0; SameSite=None; Secure')
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  })
})

test('nothing of the person is left in any column of any table or in any file', async () => {
  const person = await seedPerson(server, { email: newEmail('Wilhelmina') })
  const ip = '81.2.69.142'
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Zither/77'
  const enter = () =>
    server.call(
      login,
      { email: person.email, password: PASSWORD, remember: true, agreement: true },
      { ip, headers: { 'user-agent': agent } },
    )
  const [first, second] = [await enter(), await enter()]
  const token = first.data.utoken
  const info = { nickname: 'Quetzalcoatl 激光', introduction: 'Engraves zithers & ocarinas' }
  await server.call(setOtherInfo, info, { token })
  await server.call(setBirthday, { birthday: '1983-11-27' }, { token })
  await adoptPicture(server, token)
  const worn = await adoptPicture(server, token, '#123456')
  const loose = (await upload(server, token, await picture('#654321'))).data.headpic
  await server.sql(
    `with linked as (insert into social_link (uid, channel, name) values ($1, 'github', 'wilhelmina-on-github'))
     insert into sign_in_identifier (kind, value, uid) values ('oauth:github', 'subject-90125', $1)`,
    person.uid,
  )
  await server.call(proveFresh, { password: PASSWORD }, { token })
  await askCode(server, person.email, 'findpwd')
  const { analyticsId } = (await server.call(fullinfo, undefined, { token })).data
  const { sessions } = (await server.call(sessionLog, {}, { token })).data
  const hashes = await server.sql<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from session where uid = $1 union all
     select encode(device_hash, 'hex') from known_device where uid = $1 union all
     select password_hash from account where uid = $1`,
    person.uid,
  )
  const names = [worn, loose].map(address => address.split('/').at(-1) ?? '')
  const words = [
    person.email,
    person.email.split('@')[0] ?? '',
    'Quetzalcoatl',
    'ocarinas',
    '1983-11-27',
    'Zither/77',
    'wilhelmina-on-github',
    'subject-90125',
    analyticsId,
    first.data.utoken,
    second.data.utoken,
    ...hashes.map(({ hash }) => hash),
    ...names,
  ]
  expect(hashes.length).toBeGreaterThanOrEqual(5)
  const before = await findInTables(server, words)
  for (const word of words.filter(word => word !== first.data.utoken && word !== second.data.utoken))
    expect(before.join('\n').toLowerCase()).toContain(`: ${word.toLowerCase()}`)
  expect(findInFiles(files, names)).toHaveLength(2)

  const code = await askOwnCode(server, token, person, 'delete')
  expect((await remove(token, { ...code, confirm: true })).code).toBe(0)
  const last = await server.waitForMail(person.email, ({ subject }) => /was deleted/.test(subject))
  expect(last.text).not.toContain('#')

  await expect.poll(() => filesIn(files).filter(path => names.some(name => path.endsWith(name)))).toEqual([])
  await expect.poll(() => findInTables(server, words), { timeout: 10_000 }).toEqual([])
  expect(findInFiles(files, words)).toEqual([])
  for (const address of [worn, loose]) expect((await fetchPicture(server, address)).status).toBe(404)
  // An address that was called from is counted for an hour or a day, without saying whose it was.
  expect((await findInTables(server, [ip])).filter(found => !found.startsWith('public.rate_limit:'))).toEqual(
    [],
  )
  // The uid is a pseudonym; a session's handle names nobody.
  const pseudonyms = await findInTables(server, [person.uid, ...sessions.map(({ session }) => session)])
  const tables = new Set(pseudonyms.map(found => found.split(':')[0]))
  expect([...tables].sort()).toEqual(['public.audit_event', 'public.deleted_account', 'public.rate_limit'])
}, 30_000)

test('every session, code and link is dead', async () => {
  const person = await newcomer()
  const other = await tokenOf(server, person)
  const mail = await server.waitForMail(person.email)
  const link = /#([\w-]+)/.exec(mail.text)?.[1] ?? ''
  const entry = await askCode(server, person.email, 'login')
  const verify = await askOwnCode(server, person.token, person, 'verify')
  const code = await askOwnCode(server, person.token, person, 'delete')
  expect((await remove(person.token, { ...code, confirm: true })).code).toBe(0)
  expect([await stateOf(server, person.token), await stateOf(server, other)]).toEqual([20101, 20101])
  expect((await signIn(server, person)).code).toBe(20111)
  expect((await server.call(loginByCaptcha, { email: person.email, ...entry })).code).toBe(20203)
  expect((await server.call(proveFresh, verify, { token: person.token })).code).toBe(20101)
  expect((await remove(person.token, { ...code, confirm: true })).code).toBe(20101)
  expect((await server.call(notMe, { link })).code).toBe(20206)
})

test('the address signs up again and inherits nothing', async () => {
  const email = newEmail()
  const before = (await signUp(server, email)).data
  await server.call(setOtherInfo, { nickname: 'First', introduction: 'Mine' }, { token: before.utoken })
  await adoptPicture(server, before.utoken)
  const old = (await server.call(fullinfo, undefined, { token: before.utoken })).data
  const code = await askOwnCode(server, before.utoken, { email }, 'delete')
  expect((await remove(before.utoken, { ...code, confirm: true })).code).toBe(0)
  expect(await buried(before.uid)).toBe(true)
  await passGate(server)
  const { code: made, data } = await signUp(server, email)
  expect([made, data.uid === before.uid]).toEqual([0, false])
  const fresh = (await server.call(fullinfo, undefined, { token: data.utoken })).data
  expect(fresh).toMatchObject({
    nickname: '',
    headpic: '',
    country: '',
    region: '',
    gender: '',
    birthday: null,
    introduction: '',
    social: [],
  })
  expect(fresh.analyticsId).not.toBe(old.analyticsId)
  const { sessions, log } = (await server.call(sessionLog, {}, { token: data.utoken })).data
  expect([sessions.length, log.items.length]).toEqual([1, 1])
})

test('of two hundred deletions at once one deletes, and one mail is sent', async () => {
  const person = await newcomer()
  const code = await askOwnCode(server, person.token, person, 'delete')
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => remove(person.token, { ...code, confirm: true })),
  )
  const codes = answers.map(answer => answer.code)
  expect(codes.filter(one => one === 0)).toHaveLength(1)
  expect(codes.filter(one => ![0, 20101, 20203, 20901].includes(one))).toEqual([])
  await server.waitForMail(person.email, ({ subject }) => /was deleted/.test(subject))
  const rows = await server.sql(
    `select outcome from audit_event where uid = $1 and event = 'account.deleted'`,
    person.uid,
  )
  expect(rows).toEqual([{ outcome: 'ok' }])
})

test('a sign-in under way is waited for, and leaves nothing behind', async () => {
  const person = await newcomer()
  const code = await askOwnCode(server, person.token, person, 'delete')
  const answer = await holding(
    server,
    [
      'select uid from account where uid = $1 for share',
      `insert into session (uid, handle, token_hash, remember, method) values ($1, 'under-way', 'x', true, 'x')`,
      `insert into sign_in_record (uid, method, session) values ($1, 'password', 'under-way')`,
    ],
    person.uid,
    () => remove(person.token, { ...code, confirm: true }),
  )
  expect(answer.code).toBe(0)
  for (const table of ['session', 'sign_in_record'])
    expect(await server.sql(`select 1 from ${table} where uid = $1`, person.uid)).toEqual([])
})

test('uploads while it is deleted leave neither row nor file', async () => {
  const person = await newcomer()
  const code = await askOwnCode(server, person.token, person, 'delete')
  const before = filesIn(files).length
  await Promise.all([
    ...Array.from({ length: 8 }, async () => upload(server, person.token, await picture())),
    remove(person.token, { ...code, confirm: true }),
  ])
  expect(await exists(person.uid)).toBe(false)
  expect(await server.sql('select 1 from headpic_file where uid = $1', person.uid)).toEqual([])
  await expect.poll(() => filesIn(files).length, { timeout: 10_000 }).toBe(before)
})
