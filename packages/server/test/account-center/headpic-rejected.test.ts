/** Pictures that are rejected at upload or use, and the upload limit (S-108 to S-111). */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getBasicInfo, setHeadpic, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newIpAddress, readAnswer } from '../support/api-call.ts'
import { RUNS_HEAVY } from '../support/corpora.ts'
import { drawTextBomb } from '../support/picture-bomb.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import { drawPicture, fetchPicture, seedSignedInPerson, setAvatar, upload } from './fixtures.ts'

const files = useFolder('files')
const server = await useTestServer({ env: { FILE_STORE: files } })

const newcomer = () => seedSignedInPerson(server)
const adopt = (token: string, headpic: unknown) => server.call(setHeadpic, { headpic } as never, { token })
const worn = async (token: string) => (await server.call(getBasicInfo, undefined, { token })).data.headpic
const kept = (): string[] => (existsSync(join(files, 'headpic')) ? readdirSync(join(files, 'headpic')) : [])

describe('pictures that cannot be used', () => {
  test("rejects another account's picture, whether or not it is in use", async () => {
    const [ada, eve] = [await newcomer(), await newcomer()]
    const loose = (await upload(server, ada.token, await drawPicture())).data.headpic
    const hers = await setAvatar(server, ada.token)
    for (const address of [loose, hers]) expect((await adopt(eve.token, address)).code).toBe(20601)
    expect([await worn(eve.token), await worn(ada.token)]).toEqual(['', hers])
    expect((await fetchPicture(server, hers)).status).toBe(200)
  })

  test('rejects anything but the URL of an own upload', async () => {
    const { token } = await newcomer()
    const own = await setAvatar(server, token)
    const name = own.split('/').at(-1) ?? ''
    const { origin } = new URL(own)
    const refused = [
      'https://evil.example/a.webp',
      `https://evil.example/files/headpic/${name}`,
      `//evil.example/files/headpic/${name}`,
      `${origin}.evil.example/files/headpic/${name}`,
      `${origin.replace('//', '//user@')}/files/headpic/${name}`,
      'http://169.254.169.254/latest/meta-data/',
      'javascript:alert(1)',
      `javascript:alert(1)//${name}`,
      'data:image/svg+xml,<svg onload=alert(1)>',
      'file:///etc/passwd',
      '/etc/passwd',
      '../../../../etc/passwd',
      `/files/headpic/../headpic/${name}`,
      `/files/headpic/%2e%2e/${name}`,
      `/files/headpic/${name}\u0000.png`,
      `/files/headpic/${name}?x`,
      `/files/headpic/${name}#x`,
      `\\files\\headpic\\${name}`,
      `/files/headpic//${name}`,
      ` ${own}`,
      `${own} `,
      name,
      name.replace('.webp', '.svg'),
      `/files/headpic/${'A'.repeat(16)}.webp`,
    ]
    const answers = await Promise.all(
      refused.map(async address => [address, (await adopt(token, address)).code]),
    )
    expect(answers).toEqual(refused.map(address => [address, 20601]))
    for (const shape of [null, 1, [own], { url: own }, 'x'.repeat(301), undefined])
      expect((await adopt(token, shape)).code).toBe(20001)
    expect(await worn(token)).toBe(own)
  })
})

describe('files that cannot be uploaded', () => {
  const text = (words: string) => Buffer.from(words)
  test.each([
    [
      'an SVG declared as PNG',
      text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image/png',
    ],
    ['a page that calls itself a WebP', text('<!doctype html><script>alert(1)</script>'), 'image/webp'],
    ['nothing', Buffer.alloc(0), 'image/png'],
    [
      'a GIF',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      'image/jpeg',
    ],
    ['a truncated PNG', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'), 'image/png'],
    ['half a JPEG', Buffer.from('/9j/4AAQSkZJRgABAQ', 'base64'), 'image/jpeg'],
  ])('rejects %s with 20601', async (_, bytes, type) => {
    const { token } = await newcomer()
    const answer = await upload(server, token, bytes, type)
    expect([answer.code, answer.status]).toEqual([20601, 415])
  })

  test.each([
    'image/svg+xml',
    'image/gif',
    'text/html',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
  ])('rejects a valid picture with the content type %s with 20601', async type => {
    const { token } = await newcomer()
    expect((await upload(server, token, await drawPicture(), type)).code).toBe(20601)
  })

  test('rejects more than five megabytes with 20602', async () => {
    const { token } = await newcomer()
    const answer = await upload(server, token, Buffer.alloc(HEADPIC_MAX_BYTES + 1, 1))
    expect([answer.code, answer.status]).toEqual([20602, 413])
    expect((await upload(server, token, Buffer.alloc(HEADPIC_MAX_BYTES, 1))).code).toBe(20601)
  })

  test("rejects more pixels than the decoder's limit with 20602", async () => {
    const { token } = await newcomer()
    const long = sharp({ create: { width: 4_097, height: 1, channels: 3, background: '#fff' } })
    expect((await upload(server, token, await long.png().toBuffer())).code).toBe(20602)
  })

  test('rejects uploads without a session', async () => {
    const before = kept()
    expect((await upload(server, 'A'.repeat(43), await drawPicture())).code).toBe(20101)
    expect(kept()).toEqual(before)
  })
})

test('rejects the eleventh upload in an hour and keeps the others', async () => {
  const { token, uid } = await newcomer()
  const answers = await Promise.all(
    Array.from({ length: 11 }, async () => upload(server, token, await drawPicture())),
  )
  expect(answers.filter(answer => answer.code === 0)).toHaveLength(10)
  const refused = answers.find(answer => answer.code !== 0)
  expect([refused?.code, refused?.status]).toEqual([20429, 429])
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await upload(server, (await newcomer()).token, await drawPicture())).code).toBe(0)
  expect(await server.sql('select 1 from headpic_file where uid = $1', uid)).toHaveLength(10)
  const good = answers.find(answer => answer.code === 0)?.data.headpic ?? ''
  expect((await adopt(token, good)).code).toBe(0)
})

const uploadFrom = async (ip: string, token: string, bytes: Buffer): Promise<number> => {
  const answer = await fetch(new URL(uploadHeadpic.path, server.url), {
    method: 'POST',
    headers: { utoken: token, 'content-type': 'image/png', 'x-forwarded-for': ip },
    body: new Uint8Array(bytes),
  })
  return (await readAnswer(answer)).code
}

test('refuses uploads of a network past six stopped pictures an hour', async () => {
  const { token } = await newcomer()
  const ip = newIpAddress()
  await server.sql(
    `insert into rate_limit values ($1, 6, (extract(epoch from now()) * 1000)::bigint + 3000000)`,
    `headpic-stopped:${ip}`,
  )
  expect(await uploadFrom(ip, token, await drawPicture())).toBe(20429)
  expect(await uploadFrom(newIpAddress(), token, await drawPicture())).toBe(0)
})

describe.runIf(RUNS_HEAVY)('pictures that must be stopped', () => {
  let bomb: Buffer
  beforeAll(async () => {
    bomb = await drawTextBomb()
  })

  test('count as five uploads of the account', async () => {
    const { token } = await newcomer()
    // 20901: the machine was too busy to draw it. Such an upload counts once.
    const costs: Readonly<Record<number, number>> = { 20601: 5, 20901: 1 }
    let spent = 0
    let code: number | undefined
    while (code !== 20601 && spent < 10) {
      code = await uploadFrom(newIpAddress(), token, bomb)
      spent += costs[code] ?? Number.NaN
    }
    const picture = await drawPicture()
    for (; spent < 10; spent++) expect([0, 20901]).toContain(await uploadFrom(newIpAddress(), token, picture))
    expect(await uploadFrom(newIpAddress(), token, picture)).toBe(20429)
  })

  test('delay nobody in another network', async () => {
    const ip = newIpAddress()
    const attackers = await Promise.all([newcomer(), newcomer()])
    const honest = await newcomer()
    const picture = await drawPicture()
    const finished: string[] = []
    const bombs = attackers.map(({ token }) =>
      uploadFrom(ip, token, bomb).then(code => finished.push(`bomb ${code}`)),
    )
    expect(await uploadFrom(newIpAddress(), honest.token, picture)).toBe(0)
    finished.push('honest')
    await Promise.all(bombs)
    // The bombs take turns in one decoder, the other one is free. On a busy machine one is refused while it waits.
    expect(finished.filter(one => one !== 'bomb 20901')[0]).toBe('honest')
  })
})

test.each([
  '..%2f..%2fmaster.key',
  '%2e%2e/x',
  'x.webp',
  '%00',
  `${'A'.repeat(16)}.png`,
  `${'A'.repeat(17)}.webp`,
])('serves no file for %s', async name => {
  expect((await fetch(`${server.url}/files/headpic/${name}`)).status).toBe(404)
})
