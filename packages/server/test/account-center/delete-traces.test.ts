/** A deletion leaves no personal data (S-079, S-080). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { getFullInfo, setBirthday, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { login, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { hashPassword } from '../../src/identity/password/password-hash.ts'
import { newEmail, PASSWORD, requestCode, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import { drawPicture, fetchPicture, requestOwnCode, setAvatar, upload } from './fixtures.ts'
import { findInFiles, findInTables, listFiles } from './scan-storage.ts'

const files = useFolder('files')
const server = await useTestServer({ env: { FILE_STORE: files } })

const remove = (token: string, body: object) => server.call(deleteAccount, body as never, { token })

test('leaves nothing of the person in any column or file', async () => {
  const person = await seedPerson(server, { email: newEmail('Wilhelmina') })
  const hash = await hashPassword(PASSWORD)
  await server.sql('update account set password_hash = $2 where uid = $1', person.uid, hash)
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
  await server.sql(
    `with written as (
       insert into account_message (uid, handle, app, category, texts, starts_at, sender)
       values ($1, 'h', 'portal', 'device', '{"en": {"title": "Xylophone tuned", "body": ""}}', now(), 'lin')
     ), read as (insert into broadcast_read (uid, broadcast) values ($1, 1)),
     marked as (insert into message_mark (uid, category, version, at) values ($1, 'app', 1, now())),
     used as (insert into account_app (uid, app) values ($1, 'creative'))
     insert into message_muted (uid, app, category) values ($1, 'creative', 'app')`,
    person.uid,
  )
  await setAvatar(server, token)
  const worn = await setAvatar(server, token, '#123456')
  const loose = (await upload(server, token, await drawPicture('#654321'))).data.headpic
  await server.sql(
    `with linked as (insert into social_link (uid, channel, name) values ($1, 'github', 'wilhelmina-on-github'))
     insert into sign_in_identifier (kind, value, uid) values ('oauth:github', 'subject-90125', $1)`,
    person.uid,
  )
  await server.sql(
    `with watched as (insert into watch (uid, id, course, lesson, version, duration)
                      values ($1, 'a_quercus-watch', 'laser', 'fire', '1', 60000)),
          machine as (insert into account_machine (uid, machine_hash, sn_end, light_source, handle)
                      values ($1, 'quercus-machine', 'QUERCU', '1200W', 'a_quercus-row')),
          done as (insert into lesson_done (uid, course, lesson, version, watch)
                   values ($1, 'laser', 'light', '1', 'a_quercus-past'))
     insert into certificate (uid, course, cert_id, issued_at, number, bearer)
     values ($1, 'laser', 'quercus-cert', now(), 'KL-QUER-CUS2-3456-789A', 'Quetzalcoatl the Bearer')`,
    person.uid,
  )
  await server.call(reauthenticate, { password: PASSWORD }, { token })
  await requestCode(server, person.email, 'findpwd')
  const { analyticsId } = (await server.call(getFullInfo, undefined, { token })).data
  await server.sql(
    `insert into tracking_event (occurred_at, event, visitor, login, properties)
     values (now(), 'buttonClick', 'visitor-of-quercus', $1, '{}')`,
    analyticsId,
  )
  const { sessions } = (await server.call(getSessionLog, {}, { token })).data
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
    'Xylophone tuned',
    'wilhelmina-on-github',
    'subject-90125',
    'a_quercus-watch',
    'a_quercus-past',
    'quercus-cert',
    'KL-QUER-CUS2-3456-789A',
    'the Bearer',
    analyticsId,
    'visitor-of-quercus',
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

  const code = await requestOwnCode(server, token, person, 'delete')
  expect((await remove(token, { ...code, confirm: true })).code).toBe(0)
  const last = await server.waitForMail(person.email, ({ subject }) => /was deleted/.test(subject))
  expect(last.text).not.toContain('#')

  await expect
    .poll(() => listFiles(files).filter(path => names.some(name => path.endsWith(name))))
    .toEqual([])
  await expect.poll(() => findInTables(server, words)).toEqual([])
  expect(findInFiles(files, words)).toEqual([])
  for (const address of [worn, loose]) expect((await fetchPicture(server, address)).status).toBe(404)
  // Rate limits count the IP address for up to a day, without a reference to the account.
  expect((await findInTables(server, [ip])).filter(found => !found.startsWith('public.rate_limit:'))).toEqual(
    [],
  )
  // The uid is a pseudonym; a session's handle identifies no person.
  const pseudonyms = await findInTables(server, [person.uid, ...sessions.map(({ session }) => session)])
  const tables = new Set(pseudonyms.map(found => found.split(':')[0]))
  expect([...tables].sort()).toEqual(['public.audit_event', 'public.deleted_account', 'public.rate_limit'])
})
