/** Helpers of the training tests: courses with lessons of one minute, and watching them without waiting. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  finishWatchSession,
  reportWatchPosition,
  startWatchSession,
  WATCH_REPORT_INTERVAL_MS,
} from '@kerf/contract/endpoints/training'
import { expect } from 'vitest'
import { LESSON_FILES } from '../../src/entitlements/training/course.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { type PersonOptions, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'

export const MINUTE_MS = 60_000
const LESSONS = { laser: ['light', 'fire'], printer: ['heat'], welder: ['arc'] } as const
export type TestCourse = keyof typeof LESSONS

const both = (text: string) => ({ en: text, zh: `${text}（中文）` })

export const courseJson = (id: TestCourse, milliseconds = MINUTE_MS) => ({
  id,
  version: '1',
  title: both(id),
  about: both(`about ${id}`),
  lessons: LESSONS[id].map(lesson => ({
    id: lesson,
    title: both(lesson),
    about: both(`about ${lesson}`),
    milliseconds,
  })),
})

/** Creates a folder of courses for all tests of the file or the group that calls it. Every file contains its own name. */
export function writeCourses(milliseconds = MINUTE_MS): string {
  const folder = useFolder('courses')
  for (const id of Object.keys(LESSONS) as TestCourse[]) {
    mkdirSync(join(folder, id))
    writeFileSync(join(folder, id, 'course.json'), JSON.stringify(courseJson(id, milliseconds)))
    for (const lesson of LESSONS[id])
      for (const end of Object.keys(LESSON_FILES))
        writeFileSync(join(folder, id, lesson + end), `${id}/${lesson}${end}`)
  }
  return folder
}

export interface Learner {
  readonly uid: string
  readonly email: string
  readonly token: string
}

export async function newLearner(server: TestServer, options: PersonOptions = {}): Promise<Learner> {
  const { uid, email } = await seedPerson(server, options)
  return { uid, email, token: await insertLiveSession(server, uid) }
}

/** Moves the account's watch session into the past, as if time had passed. */
export const advanceWatchTime = (server: TestServer, { uid }: Pick<Learner, 'uid'>, milliseconds: number) =>
  server.sql(
    `update watch set beat_at = beat_at - $2 * interval '1 ms', started_at = started_at - $2 * interval '1 ms' where uid = $1`,
    uid,
    milliseconds,
  )

export const startWatching = (
  server: TestServer,
  { token }: CallOptions,
  lesson = 'light',
  course = 'laser',
) => server.call(startWatchSession, { course, lesson }, { ...(token !== undefined && { token }) })

export const reportPosition = (server: TestServer, { token }: CallOptions, watch: string, position: number) =>
  server.call(reportWatchPosition, { watch, position }, { ...(token !== undefined && { token }) })

export const finishWatching = (server: TestServer, { token }: CallOptions, watch: string) =>
  server.call(finishWatchSession, { watch }, { ...(token !== undefined && { token }) })

/** Plays from `from` to `until` with a report every five seconds. Returns the position that is proven watched. */
export async function playLesson(
  server: TestServer,
  learner: Learner,
  watch: string,
  until = MINUTE_MS,
  from = 0,
): Promise<number> {
  let proven = from
  for (
    let position = from + WATCH_REPORT_INTERVAL_MS;
    position <= until;
    position += WATCH_REPORT_INTERVAL_MS
  ) {
    await advanceWatchTime(server, learner, WATCH_REPORT_INTERVAL_MS)
    proven = (await reportPosition(server, learner, watch, position)).data.position
  }
  return proven
}

/** Watches a lesson completely. */
export async function watchLesson(
  server: TestServer,
  learner: Learner,
  lesson = 'light',
  course: TestCourse = 'laser',
) {
  const { watch } = (await startWatching(server, learner, lesson, course)).data
  await playLesson(server, learner, watch)
  const finished = await finishWatching(server, learner, watch)
  expect(finished.code).toBe(0)
  return { watch, ...finished.data }
}

export async function watchCourse(
  server: TestServer,
  learner: Learner,
  course: TestCourse = 'laser',
): Promise<void> {
  for (const lesson of LESSONS[course]) await watchLesson(server, learner, lesson, course)
}
