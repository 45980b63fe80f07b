/**
 * Watching, proven by the server (S-093, S-095): a watch begins at the start of a lesson, earns by beats never more than the
 * time spent, and finishes once that covers the video. One is under way for an account, or for a visitor's browser.
 */
import type { CourseId } from '@kerf/contract/endpoints/training'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { type Courses, lessonOf } from './course.ts'
import { earn, findDone, findDoneBy, holdAccount, insertDone } from './finished-lesson-store.ts'
import {
  beatOwn,
  beatVisitors,
  beginVisit,
  endOwn,
  finishVisitors,
  isOwnLive,
  isVisitorsLive,
  startOwn,
  startVisitors,
} from './watch-session-store.ts'

/** Who watches: an account, or a visitor by cookie. */
export interface Viewer {
  session(): Promise<SessionClaims | undefined>
  readonly cookie: string | undefined
  readonly caller: Caller
}

export interface Started {
  readonly watch: string
  readonly duration: number
  /** a visitor's new cookie */
  readonly cookie?: string
}

/** Names of watches tell whose they are. */
const OWN = 'a_'
const VISITORS = 'v_'
const isVisitors = (watch: string): boolean => watch.startsWith(VISITORS)

/** Courses watched without an account. */
const isOpen = (course: CourseId): boolean => course === 'welder'

const STARTS = { limit: 120, seconds: 3600 }

/** Throws 'expired_login' without a session, 'authority' for a business account, 'restricted' for a restricted one. */
async function uidOf(viewer: Viewer): Promise<string> {
  const session = await viewer.session()
  if (!session) throw new ApiError('expired_login')
  if (session.kind !== 'personal') throw new ApiError('authority')
  if (session.status === 'restricted') throw new ApiError('restricted')
  return session.uid
}

export interface WatchDependencies {
  readonly db: Database
  readonly courses: Courses
  readonly limiter: Limiter
}

export function createWatchSessions({ db, courses, limiter }: WatchDependencies) {
  /** Throws 'bad_request' for a lesson that is not of the course. */
  const find = (id: CourseId, lessonId: string) => {
    const course = courses.get(id)
    const lesson = course && lessonOf(course, lessonId)
    if (!course || !lesson) throw new ApiError('bad_request', { fields: { lesson: 'invalid' } })
    return { course, lesson, version: course.version, duration: lesson.milliseconds }
  }

  async function startAsVisitor(viewer: Viewer, courseId: CourseId, lessonId: string): Promise<Started> {
    const { version, duration } = find(courseId, lessonId)
    await limiter.take({ key: `watch:ip:${viewer.caller.limitKey}`, ...STARTS })
    const watch = VISITORS + randomHandle()
    const facts = [watch, courseId, lessonId, version, duration] as const
    if (viewer.cookie !== undefined) {
      const [row] = await startVisitors(db, sha256(viewer.cookie), ...facts)
      if (row) return { watch, duration }
    }
    const cookie = randomToken()
    await beginVisit(db, sha256(cookie), ...facts)
    return { watch, duration, cookie }
  }

  async function finishAsVisitor({ cookie }: Viewer, watch: string) {
    if (cookie === undefined) throw new ApiError('expired')
    const hash = sha256(cookie)
    const lessons = courses.get('welder')?.lessons.map(({ id }) => id) ?? []
    const [row] = await finishVisitors(db, hash, watch, lessons)
    if (row) return { lesson: row.lesson, courseFinished: row.course_finished }
    const [live] = await isVisitorsLive(db, hash, watch)
    throw new ApiError(live ? 'training_not_finished' : 'expired')
  }

  async function finishOwn(viewer: Viewer, watch: string) {
    const uid = await uidOf(viewer)
    return db.transaction(async tx => {
      if ((await holdAccount(tx, uid)).length === 0) throw new ApiError('expired_login')
      const [watched] = await endOwn(tx, uid, watch)
      const [before] = watched ? [] : await findDoneBy(tx, uid, watch)
      const done = watched ?? before
      if (!done)
        throw new ApiError((await isOwnLive(tx, uid, watch)).length > 0 ? 'training_not_finished' : 'expired')
      const { course, lesson } = done
      const lessons = courses.get(course as CourseId)?.lessons.map(({ id }) => id) ?? [lesson]
      if (watched) {
        const { version } = watched
        await insertDone(tx, uid, course, lesson, version, watch)
        const earned = await earn(tx, uid, course, randomHandle(), lessons)
        const audit = {
          outcome: 'ok',
          uid,
          ...auditContext(viewer.caller),
          detail: { course, version },
        } as const
        await writeAudit(tx, { event: 'training.lesson', ...audit, detail: { ...audit.detail, lesson } })
        if (earned.length > 0) await writeAudit(tx, { event: 'training.finished', ...audit })
      }
      const rows = await findDone(tx, uid)
      const courseFinished = lessons.every(id => rows.some(row => row.course === course && row.lesson === id))
      return { lesson, courseFinished }
    })
  }

  return {
    async start(viewer: Viewer, course: CourseId, lessonId: string): Promise<Started> {
      if (isOpen(course)) return startAsVisitor(viewer, course, lessonId)
      const uid = await uidOf(viewer)
      const { version, duration } = find(course, lessonId)
      await limiter.take({ key: `watch:${uid}`, ...STARTS })
      const watch = OWN + randomHandle()
      const [row] = await startOwn(db, uid, watch, course, lessonId, version, duration)
      if (!row) throw new ApiError('expired_login')
      return { watch, duration }
    },

    /** How far the video is proven watched. Throws 'expired' for a watch that has ended. */
    async beat(viewer: Viewer, watch: string, position: number): Promise<{ position: number }> {
      if (isVisitors(watch)) {
        if (viewer.cookie === undefined) throw new ApiError('expired')
        const [row] = await beatVisitors(db, sha256(viewer.cookie), watch, position)
        if (!row) throw new ApiError('expired')
        return { position: row.furthest }
      }
      const [row] = await beatOwn(db, await uidOf(viewer), watch, position)
      if (!row) throw new ApiError('expired')
      return { position: row.furthest }
    },

    /** Records the lesson, once for each watch however often it is asked. Throws 'training_not_finished' while the time spent falls short. */
    async finish(viewer: Viewer, watch: string): Promise<{ lesson: string; courseFinished: boolean }> {
      return isVisitors(watch) ? finishAsVisitor(viewer, watch) : finishOwn(viewer, watch)
    },
  }
}
