/** Deletion by the owner in races with other requests (S-078). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import { drawPicture, requestOwnCode, seedSignedInPerson, upload, withOpenTransaction } from './fixtures.ts'
import { listFiles } from './scan-storage.ts'

const files = useFolder('files')
const server = await useTestServer({ env: { FILE_STORE: files } })

const newcomer = () => seedSignedInPerson(server)
const remove = (token: string, body: object) => server.call(deleteAccount, body as never, { token })
const exists = async (uid: string) =>
  (await server.sql('select 1 from account where uid = $1', uid)).length === 1

test('deletes once and sends one mail for 200 parallel deletions', async () => {
  const person = await newcomer()
  const code = await requestOwnCode(server, person.token, person, 'delete')
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

test('waits for a sign-in in progress and deletes its rows', async () => {
  const person = await newcomer()
  const code = await requestOwnCode(server, person.token, person, 'delete')
  const answer = await withOpenTransaction(
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

test('leaves no row and no file of uploads during the deletion', async () => {
  const person = await newcomer()
  const code = await requestOwnCode(server, person.token, person, 'delete')
  const pictures = () => listFiles(files).filter(path => path.includes('headpic')).length
  const before = pictures()
  await Promise.all([
    ...Array.from({ length: 8 }, async () => upload(server, person.token, await drawPicture())),
    remove(person.token, { ...code, confirm: true }),
  ])
  expect(await exists(person.uid)).toBe(false)
  expect(await server.sql('select 1 from headpic_file where uid = $1', person.uid)).toEqual([])
  await expect.poll(pictures).toBe(before)
})
