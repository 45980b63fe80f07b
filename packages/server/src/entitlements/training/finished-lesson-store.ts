/** Table `lesson_done`: the lessons that an account has finished. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface NewFinishedLesson {
  readonly uid: string
  readonly course: string
  readonly lesson: string
  /** of the course */
  readonly version: string
  /** id of the watch session that proves it */
  readonly watchSession: string
}

/** A lesson that was finished before keeps that time and version. */
export const insertFinishedLesson = statement<never, NewFinishedLesson>(
  'lesson_done.insert',
  `insert into lesson_done (uid, course, lesson, version, watch) values ($uid, $course, $lesson, $version, $watchSession)
   on conflict (uid, course, lesson) do update set watch = excluded.watch, watched_at = excluded.finished_at`,
)

export interface FinishedLessonRow {
  readonly course: string
  readonly lesson: string
}

/** `watchedAt`: unix seconds of the last time. */
export const listFinishedLessons = statement<
  FinishedLessonRow & { readonly watchedAt: number },
  { uid: string }
>(
  'lesson_done.list',
  `select course, lesson, ${epochSeconds('coalesce(watched_at, finished_at)')} as "watchedAt" from lesson_done where uid = $uid`,
)

export const findLessonsFinishedBy = statement<FinishedLessonRow, { uid: string; watchSession: string }>(
  'lesson_done.find_by_session',
  'select course, lesson from lesson_done where uid = $uid and watch = $watchSession',
)
