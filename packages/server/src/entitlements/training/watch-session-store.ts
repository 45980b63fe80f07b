/**
 * Tables `watch` (one watch session per account) and `visitor_watch` (one per browser without an account, found by the hash of
 * its cookie). Durations are milliseconds.
 */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { statement } from '../../platform/db/database.ts'

/** A session without a report for this long has ended. */
const ABANDONED_AFTER = `interval '60 seconds'`
/** Lifetime of a visitor's cookie, and the longest time that one lesson may take (S-100). */
export const WATCH_COOKIE_SECONDS = 2 * HOUR_SECONDS
const SESSION_MAX = `interval '${WATCH_COOKIE_SECONDS} seconds'`
/** Pauses included, a lesson may take this much longer than its video before the visitor's cookie ends. */
const PAUSES_MAX = `interval '15 minutes'`
const LIVE = `beat_at > now() - ${ABANDONED_AFTER} and started_at > now() - ${SESSION_MAX}`
const VISITOR_LIVE = `under_way and expires_at > now() and ${LIVE}`
/** 98 % of the video (S-093). */
const COVERED = 'furthest >= duration * 0.98'

export interface NewWatchSession {
  readonly id: string
  readonly course: string
  readonly lesson: string
  /** of the course */
  readonly version: string
  readonly duration: number
}

/** Progress of a live session, and what `saveProgress` needs to detect a concurrent report. */
export interface WatchProgress {
  readonly furthest: number
  readonly bank: number
  readonly duration: number
  /** time since the last report */
  readonly elapsed: number
  /** the last report, as PostgreSQL text with microseconds */
  readonly beat_at: string
  /** time of this read, as PostgreSQL text with microseconds */
  readonly read_at: string
}

const PROGRESS = `furthest, bank, duration, floor(extract(epoch from now() - beat_at) * 1000)::int as elapsed,
  beat_at::text as beat_at, now()::text as read_at`

export interface ProgressChange {
  readonly id: string
  readonly furthest: number
  readonly bank: number
  readonly beatAt: string
  readonly readAt: string
}

const SET_PROGRESS = `furthest = $furthest, bank = $bank, beat_at = greatest(beat_at, $readAt::timestamptz)`
/** No report has been stored since the progress was read. */
const UNCHANGED = 'beat_at = $beatAt::timestamptz'

/** Replaces the account's session. Locks the account against erasure. No row: the account was erased. */
export const startAccountSession = statement<{ id: string }, NewWatchSession & { uid: string }>(
  'watch.start',
  `insert into watch (uid, id, course, lesson, version, duration, started_at, beat_at)
   select uid, $id, $course, $lesson, $version, $duration, now(), now() from account where uid = $uid for key share
   on conflict (uid) do update set id = excluded.id, course = excluded.course, lesson = excluded.lesson,
     version = excluded.version, duration = excluded.duration, furthest = 0, bank = 0,
     started_at = excluded.started_at, beat_at = excluded.beat_at
   returning id`,
)

/** No row: the session has ended. */
export const findAccountProgress = statement<WatchProgress, { uid: string; id: string }>(
  'watch.progress',
  `select ${PROGRESS} from watch where uid = $uid and id = $id and ${LIVE}`,
)

/** No row: another report was stored in between, or the session has ended. */
export const saveAccountProgress = statement<{ furthest: number }, ProgressChange & { uid: string }>(
  'watch.beat',
  `update watch set ${SET_PROGRESS} where uid = $uid and id = $id and ${UNCHANGED} and ${LIVE} returning furthest`,
)

export interface FinishedSession {
  readonly course: string
  readonly lesson: string
  readonly version: string
}

/** Deletes the session if it covers the video. Of concurrent calls, one gets the row. */
export const deleteCoveredSession = statement<FinishedSession, { uid: string; id: string }>(
  'watch.finish',
  `delete from watch where uid = $uid and id = $id and ${COVERED} and ${LIVE} returning course, lesson, version`,
)

interface NewVisitorSession extends NewWatchSession {
  readonly hash: Buffer
  /** `learnerHash`; null: nobody is logged in */
  readonly learner: Buffer | null
}

/** The two hours of a cookie start with its first session and are never extended. */
export const insertVisitor = statement<never, NewVisitorSession>(
  'visitor_watch.insert',
  `insert into visitor_watch (hash, id, course, lesson, version, duration, learner, expires_at)
   values ($hash, $id, $course, $lesson, $version, $duration, $learner::bytea, now() + ${SESSION_MAX})`,
)

/** No row: the cookie is unknown, expires before the lesson could be watched, or belongs to another version of the course. */
export const startVisitorSession = statement<{ id: string }, NewVisitorSession & { durationSeconds: number }>(
  'visitor_watch.start',
  `update visitor_watch set id = $id, lesson = $lesson, duration = $duration, furthest = 0, bank = 0, started_at = now(),
     beat_at = now(), under_way = true, learner = $learner::bytea
    where hash = $hash and expires_at > now() + make_interval(secs => $durationSeconds) + ${PAUSES_MAX}
      and course = $course and version = $version
   returning id`,
)

/** No row: the session has ended. */
export const findVisitorProgress = statement<WatchProgress, { hash: Buffer; id: string }>(
  'visitor_watch.progress',
  `select ${PROGRESS} from visitor_watch where hash = $hash and id = $id and ${VISITOR_LIVE}`,
)

/** No row: another report was stored in between, or the session has ended. */
export const saveVisitorProgress = statement<{ furthest: number }, ProgressChange & { hash: Buffer }>(
  'visitor_watch.beat',
  `update visitor_watch set ${SET_PROGRESS}
    where hash = $hash and id = $id and ${UNCHANGED} and ${VISITOR_LIVE} returning furthest`,
)

export interface VisitorLessons extends FinishedSession {
  /** of the account that was logged in at the start; null: none */
  readonly learner: Buffer | null
  /** finished lessons of the course */
  readonly done: readonly string[]
  /** null: the course is not finished */
  readonly finished_at: Date | null
}

/** Finishes the lesson if the session covers its video. Repeated for the same session, it returns the same row. */
export const finishVisitorLesson = statement<VisitorLessons, { hash: Buffer; id: string }>(
  'visitor_watch.finish',
  `update visitor_watch set under_way = false, done = case when lesson = any(done) then done else done || lesson end
    where hash = $hash and id = $id and expires_at > now() and (not under_way or (${COVERED} and ${LIVE}))
   returning course, lesson, version, learner, done, finished_at`,
)

/** Keeps the time at which the course was finished first. */
export const finishVisitorCourse = statement<never, { hash: Buffer }>(
  'visitor_watch.finish_course',
  'update visitor_watch set finished_at = now() where hash = $hash and finished_at is null',
)

export interface FinishedVisitorCourse {
  readonly version: string
  /** unix seconds */
  readonly finished: number
}

/** No row: the visitor has not finished the course, or the cookie has expired. */
export const findFinishedVisitorCourse = statement<FinishedVisitorCourse, { hash: Buffer; course: string }>(
  'visitor_watch.finished',
  `select version, floor(extract(epoch from finished_at))::int as finished
     from visitor_watch where hash = $hash and course = $course and finished_at is not null and expires_at > now()`,
)
