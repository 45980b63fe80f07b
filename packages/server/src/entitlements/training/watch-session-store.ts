/** Rows of what is being watched: an account's by its uid, a visitor's by the hash of its cookie. */
import { WATCH_LEAD_MAX_MS, WATCH_REPORT_GAP_MAX_MS } from '@kerf/contract/endpoints/training'
import { statement } from '../../platform/db/database.ts'

/** Who says nothing for so long has left. */
const LEFT = `interval '60 seconds'`
/** A visitor's cookie, and the longest anybody may take for one lesson (S-100). */
export const WATCH_COOKIE_SECONDS = 2 * 3600
const LONGEST = `interval '${WATCH_COOKIE_SECONDS} seconds'`
/** What watching takes beyond the lesson's own length, pauses and all, before a cookie that is nearly over is replaced. */
const SLACK = `interval '15 minutes'`
const LIVE = `beat_at > now() - ${LEFT} and started_at > now() - ${LONGEST}`

/**
 * Credit is given in one statement, by the database's clock. `gap` is the time since the beat before, nothing if that was too
 * long ago; what the position gained is taken from the gap and a small bank of time spent before, so that the sum of all gains
 * never exceeds the time spent. A position further ahead than that is a jump and earns nothing. $3: the position told.
 */
const GAP = `case when now() - beat_at <= interval '${WATCH_REPORT_GAP_MAX_MS} milliseconds'
  then greatest(0, floor(extract(epoch from now() - beat_at) * 1000)::int) else 0 end`
const AHEAD = 'least($3::int, duration) - furthest'
const HAS = `(bank + ${GAP})`
const JUMPS = `${AHEAD} > ${HAS} + ${WATCH_LEAD_MAX_MS}`
const GAIN = `case when ${JUMPS} then 0 else greatest(0, least(${AHEAD}, ${HAS})) end`
const CREDIT = `furthest = furthest + (${GAIN}),
  bank = case when ${JUMPS} then 0 else least(${HAS} - (${GAIN}), ${WATCH_LEAD_MAX_MS}) end,
  beat_at = greatest(beat_at, now())`
/** 98 % of the video (S-093). */
const COVERED = 'furthest >= duration * 0.98'

export interface NewWatch {
  readonly id: string
  readonly course: string
  readonly lesson: string
  readonly version: string
  readonly duration: number
}

interface Credited {
  readonly furthest: number
}

export interface Watched {
  readonly course: string
  readonly lesson: string
  readonly version: string
}

/** No row: the account is gone. */
export const startOwn = statement<
  { id: string },
  [uid: string, id: string, course: string, lesson: string, version: string, duration: number]
>(
  'watch.start',
  `insert into watch (uid, id, course, lesson, version, duration)
   select uid, $2, $3, $4, $5, $6 from account where uid = $1 for key share
   on conflict (uid) do update set id = excluded.id, course = excluded.course, lesson = excluded.lesson,
     version = excluded.version, duration = excluded.duration, furthest = 0, bank = 0, started_at = now(), beat_at = now()
   returning id`,
)

export const beatOwn = statement<Credited, [uid: string, id: string, position: number]>(
  'watch.beat',
  `update watch set ${CREDIT} where uid = $1 and id = $2 and ${LIVE} returning furthest`,
)

export const isOwnLive = statement<{ id: string }, [uid: string, id: string]>(
  'watch.live',
  `select id from watch where uid = $1 and id = $2 and ${LIVE}`,
)

/** Of two at once one gets the row. */
export const endOwn = statement<Watched, [uid: string, id: string]>(
  'watch.finish',
  `delete from watch where uid = $1 and id = $2 and ${COVERED} and ${LIVE} returning course, lesson, version`,
)

/** A cookie's two hours begin with its first watch and are not drawn out. */
export const beginVisit = statement<
  never,
  [hash: Buffer, id: string, course: string, lesson: string, version: string, duration: number]
>(
  'visitor_watch.begin',
  `insert into visitor_watch (hash, id, course, lesson, version, duration, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + ${LONGEST})`,
)

/** No row: the cookie is not one of ours, it ends before the lesson could be watched, or the course has changed since. */
export const startVisitors = statement<
  { id: string },
  [hash: Buffer, id: string, course: string, lesson: string, version: string, duration: number]
>(
  'visitor_watch.start',
  `update visitor_watch set id = $2, lesson = $4, duration = $6, furthest = 0, bank = 0, started_at = now(),
     beat_at = now(), under_way = true
    where hash = $1 and expires_at > now() + make_interval(secs => $6 / 1000) + ${SLACK}
      and course = $3 and version = $5
   returning id`,
)

export const beatVisitors = statement<Credited, [hash: Buffer, id: string, position: number]>(
  'visitor_watch.beat',
  `update visitor_watch set ${CREDIT}
    where hash = $1 and id = $2 and under_way and expires_at > now() and ${LIVE} returning furthest`,
)

export const isVisitorsLive = statement<{ id: string }, [hash: Buffer, id: string]>(
  'visitor_watch.live',
  `select id from visitor_watch where hash = $1 and id = $2 and under_way and expires_at > now() and ${LIVE}`,
)

interface VisitorsDone {
  readonly lesson: string
  readonly course_finished: boolean
}

/** $3: all lessons of the course. Asked again for the same watch, the answer is the same. */
export const finishVisitors = statement<VisitorsDone, [hash: Buffer, id: string, lessons: readonly string[]]>(
  'visitor_watch.finish',
  `update visitor_watch set
     under_way = false,
     done = case when lesson = any(done) then done else done || lesson end,
     finished_at = case when done || lesson @> $3::text[] then coalesce(finished_at, now()) else finished_at end
   where hash = $1 and id = $2 and expires_at > now() and (not under_way or (${COVERED} and ${LIVE}))
   returning lesson, finished_at is not null as course_finished`,
)

export interface FinishedVisit {
  /** names the watch session; what it was used for may be counted by it */
  readonly watch: string
  readonly version: string
  /** unix seconds */
  readonly finished: number
}

export const findFinishedVisit = statement<FinishedVisit, [hash: Buffer, course: string]>(
  'visitor_watch.finished',
  `select encode(hash, 'hex') as watch, version, floor(extract(epoch from finished_at))::int as finished
     from visitor_watch where hash = $1 and course = $2 and finished_at is not null and expires_at > now()`,
)
