/** Avatars over HTTP: upload, use, serving, removal (S-108 to S-111). */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getBasicInfo, setHeadpic } from '@kerf/contract/endpoints/profile'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { seedBusiness } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import { drawPicture, fetchPicture, seedSignedInPerson, setAvatar, signInToken, upload } from './fixtures.ts'

const files = useFolder('files')
const server = await useTestServer({ env: { FILE_STORE: files } })

const newcomer = () => seedSignedInPerson(server)
const adopt = (token: string, headpic: unknown) => server.call(setHeadpic, { headpic } as never, { token })
const worn = async (token: string) => (await server.call(getBasicInfo, undefined, { token })).data.headpic
const fileOf = (address: string): string => join(files, 'headpic', address.split('/').at(-1) ?? '')

test('uploads, uses, serves and clears a picture, and removes the old one', async () => {
  const { token } = await newcomer()
  const first = (await upload(server, token, await drawPicture('#a00'))).data.headpic
  expect(await worn(token)).toBe('')
  expect((await adopt(token, first)).data).toEqual({ headpic: first })
  expect(await worn(token)).toBe(first)
  const served = await fetchPicture(server, first)
  expect(served.status).toBe(200)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(served.headers.get('set-cookie')).toBeNull()
  const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect([format, width, height]).toEqual(['webp', 512, 512])

  const second = await setAvatar(server, token, '#00a')
  expect(second).not.toBe(first)
  expect([existsSync(fileOf(first)), existsSync(fileOf(second))]).toEqual([false, true])
  expect((await fetchPicture(server, first)).status).toBe(404)
  expect((await adopt(token, second)).code).toBe(0)
  expect(existsSync(fileOf(second))).toBe(true)

  expect((await adopt(token, '')).data).toEqual({ headpic: '' })
  expect([await worn(token), existsSync(fileOf(second))]).toEqual(['', false])
  expect((await adopt(token, '')).code).toBe(0)
  expect((await adopt(token, second)).code).toBe(20601)
})

test('accepts the path without the origin', async () => {
  const { token } = await newcomer()
  const { headpic } = (await upload(server, token, await drawPicture())).data
  expect((await adopt(token, new URL(headpic).pathname)).data).toEqual({ headpic })
})

test('supports enterprise accounts', async () => {
  const token = await signInToken(server, await seedBusiness(server))
  expect(await worn(token)).toBe('')
  expect(await setAvatar(server, token)).toBe(await worn(token))
})

test('removes unused uploads after a day and keeps used ones', async () => {
  const { token, uid } = await newcomer()
  const worn = await setAvatar(server, token)
  const old = (await upload(server, token, await drawPicture())).data.headpic
  const fresh = (await upload(server, token, await drawPicture())).data.headpic
  const named = (address: string) => address.split('/').at(-1)
  await server.sql(
    `update headpic_file set unused_since = now() - interval '24 hours 1 second' where uid = $1 and name = any($2)`,
    uid,
    [named(worn), named(old)],
  )
  await server.sql(
    `update headpic_file set unused_since = now() - interval '23 hours 50 minutes' where uid = $1 and name = $2`,
    uid,
    named(fresh),
  )
  await server.sql(`select graphile_worker.add_job('sweep_headpics')`)
  await expect.poll(() => existsSync(fileOf(old))).toBe(false)
  expect([existsSync(fileOf(worn)), existsSync(fileOf(fresh))]).toEqual([true, true])
  await expect.poll(() => server.sql('select 1 from headpic_file where uid = $1', uid)).toHaveLength(2)
})

test('leaves one picture and its file after parallel changes', async () => {
  const { token, uid } = await newcomer()
  const pictures = []
  for (let i = 0; i < 5; i++) pictures.push((await upload(server, token, await drawPicture())).data.headpic)
  const answers = await Promise.all(pictures.map(address => adopt(token, address)))
  expect(answers.every(answer => [0, 20601].includes(answer.code))).toBe(true)
  expect(existsSync(fileOf(await worn(token)))).toBe(true)
  const rows = await server.sql<{ name: string }>('select name from headpic_file where uid = $1', uid)
  expect(rows.map(row => row.name)).toEqual([(await worn(token)).split('/').at(-1)])
})
