import { getCertificateStatus } from '@kerf/contract/endpoints/certificate'
import { listCourses, reportWatchPosition, startWatchSession } from '@kerf/contract/endpoints/training'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/erasure/erase-account.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { seedBusiness } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { useDatabase } from '../support/use-database.ts'
import {
  advanceWatchTime,
  finishWatching,
  type Learner,
  MINUTE_MS,
  newLearner,
  playLesson,
  reportPosition,
  startWatching,
  watchLesson,
  writeCourses,
} from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })
const db = await useDatabase(server.databaseUrl)

const finishedLessons = async ({ token }: Learner) =>
  (await server.call(listCourses, undefined, { token })).data
    .flatMap(course => course.lessons)
    .filter(lesson => lesson.finished)
    .map(({ id }) => id)

const begin = async (lesson?: string) => {
  const learner = await newLearner(server)
  const started = await startWatching(server, learner, lesson)
  expect(started.code).toBe(0)
  return { learner, watch: started.data.watch, duration: started.data.duration }
}

const expectNothing = async (learner: Learner, watch: string, code = 20502) => {
  expect((await finishWatching(server, learner, watch)).code).toBe(code)
  expect(await finishedLessons(learner)).toEqual([])
}

test('records a lesson that was watched to its end', async () => {
  const { learner, watch, duration } = await begin()
  expect(duration).toBe(MINUTE_MS)
  expect(await playLesson(server, learner, watch)).toBe(MINUTE_MS)
  expect((await finishWatching(server, learner, watch)).data).toEqual({
    lesson: 'light',
    courseFinished: false,
  })
  expect(await finishedLessons(learner)).toEqual(['light'])
  const audit = await server.sql('select event, detail from audit_event where uid = $1', learner.uid)
  expect(audit).toEqual([
    { event: 'training.lesson', detail: { course: 'laser', version: '1', lesson: 'light' } },
  ])
})

test('records a lesson once and gives ten parallel calls the same answer', async () => {
  const { learner, watch } = await begin()
  await playLesson(server, learner, watch)
  const answers = await Promise.all(Array.from({ length: 10 }, () => finishWatching(server, learner, watch)))
  expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data])))).toEqual(
    new Set([JSON.stringify([0, { lesson: 'light', courseFinished: false }])]),
  )
  const rows = await server.sql(`select 1 from audit_event where uid = $1`, learner.uid)
  expect(rows).toHaveLength(1)
})

describe('credits nothing for', () => {
  test('the end, reported at once', async () => {
    const { learner, watch } = await begin()
    expect((await reportPosition(server, learner, watch, MINUTE_MS)).data.position).toBe(0)
    await expectNothing(learner, watch)
  })

  test('seeking forward', async () => {
    const { learner, watch } = await begin()
    expect(await playLesson(server, learner, watch, 10_000)).toBe(10_000)
    await advanceWatchTime(server, learner, 5_000)
    expect((await reportPosition(server, learner, watch, 50_000)).data.position).toBe(10_000)
    expect(await playLesson(server, learner, watch, MINUTE_MS, 50_000)).toBe(10_000)
    await expectNothing(learner, watch)
  })

  test('a faster playback, little or tenfold', async () => {
    for (const speed of [1.25, 2, 10]) {
      const { learner, watch } = await begin()
      const beats = Math.ceil(MINUTE_MS / speed / 5_000)
      for (let i = 1; i <= beats; i++) {
        await advanceWatchTime(server, learner, 5_000)
        await reportPosition(server, learner, watch, Math.min(MINUTE_MS, i * 5_000 * speed))
      }
      await expectNothing(learner, watch)
    }
  })

  test('many reports within a short time', async () => {
    const { learner, watch } = await begin()
    const reports = Array.from({ length: 60 }, (_, i) =>
      reportPosition(server, learner, watch, (i + 1) * 1_000),
    )
    const positions = (await Promise.all(reports)).map(({ data }) => data.position)
    expect(Math.max(...positions)).toBeLessThan(MINUTE_MS / 2)
    await expectNothing(learner, watch)
  })

  test('waiting at the start and then seeking through', async () => {
    const { learner, watch } = await begin()
    for (let i = 0; i < 13; i++) {
      await advanceWatchTime(server, learner, 5_000)
      await reportPosition(server, learner, watch, 0)
    }
    for (let position = 2_000; position <= MINUTE_MS; position += 2_000)
      await reportPosition(server, learner, watch, position)
    await expectNothing(learner, watch)
  })

  test('waiting at the end', async () => {
    const { learner, watch } = await begin()
    for (let i = 0; i < 14; i++) {
      await advanceWatchTime(server, learner, 5_000)
      await reportPosition(server, learner, watch, MINUTE_MS)
    }
    await expectNothing(learner, watch)
  })

  test('reports more than 15 seconds apart', async () => {
    const { learner, watch } = await begin()
    for (let position = 20_000; position <= MINUTE_MS; position += 20_000) {
      await advanceWatchTime(server, learner, 20_000)
      expect((await reportPosition(server, learner, watch, position)).data.position).toBe(0)
    }
    await expectNothing(learner, watch)
  })

  test('a session that was left for a minute', async () => {
    const { learner, watch } = await begin()
    await playLesson(server, learner, watch, 55_000)
    await advanceWatchTime(server, learner, 61_000)
    expect((await reportPosition(server, learner, watch, 55_000)).code).toBe(20206)
    await expectNothing(learner, watch, 20206)
  })

  test('the first half in an earlier session', async () => {
    const { learner, watch } = await begin()
    await playLesson(server, learner, watch, 30_000)
    const again = (await startWatching(server, learner)).data.watch
    await playLesson(server, learner, again, MINUTE_MS, 30_000)
    await expectNothing(learner, again)
    expect((await finishWatching(server, learner, watch)).code).toBe(20206)
  })

  test('a session that a second tab has ended', async () => {
    const { learner, watch } = await begin()
    await playLesson(server, learner, watch, 30_000)
    const second = (await startWatching(server, learner, 'fire')).data.watch
    await advanceWatchTime(server, learner, 5_000)
    expect((await reportPosition(server, learner, watch, 35_000)).code).toBe(20206)
    expect((await reportPosition(server, learner, second, 5_000)).data.position).toBe(5_000)
    await expectNothing(learner, watch, 20206)
    await expectNothing(learner, second)
  })

  test('the session of another account', async () => {
    const { learner, watch } = await begin()
    const thief = await newLearner(server)
    await playLesson(server, learner, watch)
    expect((await reportPosition(server, thief, watch, MINUTE_MS)).code).toBe(20206)
    await expectNothing(thief, watch, 20206)
    expect((await finishWatching(server, learner, watch)).code).toBe(0)
    expect((await finishWatching(server, thief, watch)).code).toBe(20206)
  })

  test('parallel reports beyond the elapsed time', async () => {
    const { learner, watch } = await begin()
    await advanceWatchTime(server, learner, 5_000)
    const both = await Promise.all(
      [5_000, 7_000, 7_000, 7_000].map(at => reportPosition(server, learner, watch, at)),
    )
    // Five seconds, plus the time of the calls themselves.
    expect(Math.max(...both.map(({ data }) => data.position))).toBeLessThan(7_000)
  })
})

test('tolerates pauses, going back and irregular reports', async () => {
  const { learner, watch } = await begin()
  await playLesson(server, learner, watch, 20_000)
  for (const position of [20_000, 20_000, 5_000, 10_000]) {
    await advanceWatchTime(server, learner, 5_000)
    expect((await reportPosition(server, learner, watch, position)).data.position).toBe(20_000)
  }
  // One report is lost, one is late and the next one is early.
  await advanceWatchTime(server, learner, 10_000)
  expect((await reportPosition(server, learner, watch, 30_000)).data.position).toBe(30_000)
  await advanceWatchTime(server, learner, 4_000)
  await reportPosition(server, learner, watch, 35_000)
  await advanceWatchTime(server, learner, 6_000)
  expect((await reportPosition(server, learner, watch, 40_000)).data.position).toBe(40_000)
  expect(await playLesson(server, learner, watch, MINUTE_MS, 40_000)).toBe(MINUTE_MS)
  expect((await finishWatching(server, learner, watch)).code).toBe(0)
})

test('requires 98 % of the video', async () => {
  const { learner, watch } = await begin()
  await playLesson(server, learner, watch, 55_000)
  await advanceWatchTime(server, learner, 3_000)
  await reportPosition(server, learner, watch, 58_000)
  expect((await finishWatching(server, learner, watch)).code).toBe(20502)
  await advanceWatchTime(server, learner, 1_000)
  await reportPosition(server, learner, watch, 59_000)
  expect((await finishWatching(server, learner, watch)).code).toBe(0)
})

test('requires a personal account that is not restricted', async () => {
  expect((await startWatching(server, {})).code).toBe(20101)
  expect((await startWatching(server, { token: 'A'.repeat(43) })).code).toBe(20101)
  const business = await insertLiveSession(server, (await seedBusiness(server)).uid)
  expect((await startWatching(server, { token: business })).code).toBe(20102)
  const restricted = await newLearner(server, { status: 'restricted' })
  expect((await startWatching(server, restricted)).code).toBe(20103)
  const learner = await newLearner(server)
  for (const lesson of ['none', 'heat'])
    expect((await startWatching(server, learner, lesson)).fields).toEqual({ lesson: 'invalid' })
  // The cookie alone starts no session: another site could make the browser send it.
  const cookie = `utoken=${learner.token}`
  expect((await server.call(startWatchSession, { course: 'laser', lesson: 'light' }, { cookie })).code).toBe(
    20101,
  )
  for (const position of [-1, 1.5, 1e9, '5', null])
    expect((await server.call(reportWatchPosition, { watch: 'a_x', position }, learner)).code).toBe(20001)
})

test('rejects an account that is restricted while it watches', async () => {
  const { learner, watch } = await begin()
  await playLesson(server, learner, watch)
  await server.sql(`update account set status = 'restricted' where uid = $1`, learner.uid)
  expect((await reportPosition(server, learner, watch, MINUTE_MS)).code).toBe(20103)
  expect((await finishWatching(server, learner, watch)).code).toBe(20103)
})

test('stores nothing for an account that is erased while a lesson is recorded', async () => {
  for (let round = 0; round < 5; round++) {
    const { learner, watch } = await begin()
    await playLesson(server, learner, watch)
    const erased = db.transaction(tx => eraseAccount(tx, learner.uid))
    await Promise.all([
      erased,
      finishWatching(server, learner, watch),
      startWatching(server, learner, 'fire'),
      finishWatching(server, learner, watch),
    ])
    for (const table of ['watch', 'lesson_done', 'certificate'])
      expect(await server.sql(`select 1 from ${table} where uid = $1`, learner.uid)).toEqual([])
  }
})

test('keeps a lesson finished when it is watched again', async () => {
  const learner = await newLearner(server)
  const first = await watchLesson(server, learner)
  const { watch } = (await startWatching(server, learner)).data
  await expect(finishedLessons(learner)).resolves.toEqual(['light'])
  expect((await finishWatching(server, learner, watch)).code).toBe(20502)
  expect((await finishWatching(server, learner, first.watch)).code).toBe(0)
  expect((await server.call(getCertificateStatus, undefined, learner)).data.isFinish).toBe(false)
})

test('limits how many sessions an account starts', async () => {
  const learner = await newLearner(server)
  await server.sql(
    `insert into rate_limit (key, points, expire) values ($1, 120, (extract(epoch from now()) * 1000)::bigint + 60000)`,
    `watch:${learner.uid}`,
  )
  expect((await startWatching(server, learner)).code).toBe(20429)
})
