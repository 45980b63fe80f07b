import { finishWatchSession, reportWatchPosition, startWatchSession } from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { findWatchProof } from '../../src/entitlements/training/find-watch-proof.ts'
import { sha256 } from '../../src/platform/keys/secrets.ts'
import { cookieOf } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { useDatabase } from '../support/use-database.ts'
import { MINUTE_MS, newLearner, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })
const db = await useDatabase(server.databaseUrl)

const begin = async (cookie?: string) => {
  const input = { course: 'welder', lesson: 'arc' } as const
  const started = await server.call(startWatchSession, input, { ...(cookie !== undefined && { cookie }) })
  expect(started.code).toBe(0)
  return { watch: started.data.watch, cookie: cookieOf(started, 'kerfWatch'), lines: started.cookies }
}

const pass = (milliseconds: number) =>
  server.sql(`update visitor_watch set beat_at = beat_at - $1 * interval '1 ms'`, milliseconds)

const play = async (watch: string, cookie: string, until = MINUTE_MS) => {
  for (let position = 5_000; position <= until; position += 5_000) {
    await pass(5_000)
    await server.call(reportWatchPosition, { watch, position }, { cookie })
  }
}
const finish = (watch: string, cookie?: string) =>
  server.call(finishWatchSession, { watch }, { ...(cookie !== undefined && { cookie }) })

const proofOf = (cookie: string) => findWatchProof(db, cookie.split('=')[1], 'welder')

test('proves for two hours that a visitor has watched the course', async () => {
  const { watch, cookie, lines } = await begin()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^kerfWatch=[\w-]{43}; Path=\/; HttpOnly; Max-Age=7200; SameSite=None; Secure; Partitioned$/,
  )
  expect(await proofOf(cookie)).toBeUndefined()
  await play(watch, cookie)
  expect(await proofOf(cookie)).toBeUndefined()
  expect((await finish(watch, cookie)).data).toEqual({ lesson: 'arc', courseFinished: true })
  expect((await finish(watch, cookie)).data).toEqual({ lesson: 'arc', courseFinished: true })
  const known = await proofOf(cookie)
  expect(known).toMatchObject({ courseVersion: '1', visitor: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(Math.abs((known?.finishedAt ?? 0) - Date.now() / 1000)).toBeLessThan(600)
  expect(await findWatchProof(db, undefined, 'welder')).toBeUndefined()
  expect(await findWatchProof(db, cookie.split('=')[1], 'laser')).toBeUndefined()

  await server.sql(`update visitor_watch set expires_at = now() - interval '1 second'`)
  expect(await proofOf(cookie)).toBeUndefined()
  expect((await finish(watch, cookie)).code).toBe(20206)
})

test('replaces a cookie that would expire before the lesson ends', async () => {
  const { cookie } = await begin()
  const late = (minutes: number) =>
    server.sql(
      `update visitor_watch set expires_at = now() + $1 * interval '1 minute' where hash = $2`,
      minutes,
      sha256(cookie.split('=')[1] ?? ''),
    )
  await late(17)
  expect((await begin(cookie)).lines).toEqual([])
  await late(15)
  const other = await begin(cookie)
  expect(other.lines).toHaveLength(1)
  await play(other.watch, other.cookie)
  expect((await finish(other.watch, other.cookie)).data).toMatchObject({ courseFinished: true })
})

test('keeps the proof when the course is watched again', async () => {
  const { watch, cookie } = await begin()
  await play(watch, cookie)
  await finish(watch, cookie)
  const again = await begin(cookie)
  expect(again.lines).toEqual([])
  expect(await proofOf(cookie)).toBeDefined()
  expect((await finish(again.watch, cookie)).code).toBe(20502)
  expect((await finish(watch, cookie)).code).toBe(20206)
})

test.each([
  [
    'the end is reported at once',
    async (watch: string, cookie: string) =>
      void (await server.call(reportWatchPosition, { watch, position: MINUTE_MS }, { cookie })),
  ],
  ['half is watched', (watch: string, cookie: string) => play(watch, cookie, 30_000)],
  [
    'the page is left',
    async (watch: string, cookie: string) => {
      await play(watch, cookie, 55_000)
      await pass(61_000)
    },
  ],
])('gives no proof: %s', async (_what, act) => {
  const { watch, cookie } = await begin()
  await act(watch, cookie)
  expect([20206, 20502]).toContain((await finish(watch, cookie)).code)
  expect(await proofOf(cookie)).toBeUndefined()
})

test('rejects a watch session without its cookie, with another one and with two', async () => {
  const { watch, cookie } = await begin()
  const other = await begin()
  await play(watch, cookie)
  for (const wrong of [undefined, other.cookie, `${cookie}; ${other.cookie}`, 'kerfWatch=x', `x${cookie}`])
    expect((await finish(watch, wrong)).code).toBe(20206)
  expect((await server.call(reportWatchPosition, { watch, position: 1 })).code).toBe(20206)
  expect((await finish(watch, cookie)).code).toBe(0)
  expect(await proofOf(other.cookie)).toBeUndefined()
})

test('ends the session of the first tab when a second one starts', async () => {
  const { watch, cookie } = await begin()
  await play(watch, cookie, 30_000)
  const second = await begin(cookie)
  expect((await server.call(reportWatchPosition, { watch, position: 35_000 }, { cookie })).code).toBe(20206)
  expect((await finish(second.watch, cookie)).code).toBe(20502)
})

test('sets a new cookie after two hours', async () => {
  const { cookie } = await begin()
  await server.sql(`update visitor_watch set expires_at = now() - interval '1 second'`)
  const later = await begin(cookie)
  expect(later.cookie).not.toBe('')
  expect(later.cookie).not.toBe(cookie)
})

test('ignores a cookie that the server did not set', async () => {
  const planted = `kerfWatch=${'A'.repeat(43)}`
  const { watch, cookie } = await begin(planted)
  expect(cookie).not.toBe(planted)
  expect((await finish(watch, planted)).code).toBe(20206)
})

test('requires an account for all other courses', async () => {
  const { cookie } = await begin()
  const other = await server.call(startWatchSession, { course: 'laser', lesson: 'light' }, { cookie })
  expect(other.code).toBe(20101)
  const learner = await newLearner(server)
  const own = await server.call(startWatchSession, { course: 'welder', lesson: 'arc' }, learner)
  expect(own.cookies).toHaveLength(1)
})

test('limits how many sessions an address starts', async () => {
  const ip = '81.2.69.143'
  await server.sql(
    `insert into rate_limit (key, points, expire) values ($1, 120, (extract(epoch from now()) * 1000)::bigint + 60000)`,
    `watch:ip:${ip}`,
  )
  const answer = await server.call(startWatchSession, { course: 'welder', lesson: 'arc' }, { ip })
  expect([answer.code, answer.cookies]).toEqual([20429, []])
})
