/** Starts watching a lesson from its beginning. Ends the session that the account or the visitor's browser had. */

import type { CourseId } from '@kerf/contract/endpoints/training'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type Courses, findLesson } from './course.ts'
import {
  insertVisitor,
  type NewWatchSession,
  startAccountSession,
  startVisitorSession,
} from './watch-session-store.ts'
import {
  ACCOUNT_SESSION_PREFIX,
  findLearner,
  isVisitorCourse,
  learnerHash,
  requireLearner,
  VISITOR_SESSION_PREFIX,
  type Viewer,
} from './watch-viewer.ts'

export interface StartWatchSessionDependencies extends Pick<PlatformServices, 'db' | 'limiter'> {
  readonly courses: Courses
}

export interface StartedWatchSession {
  readonly id: string
  /** length of the video in milliseconds */
  readonly duration: number
  /** value of a visitor's new cookie */
  readonly cookie?: string
}

const START_LIMIT = { limit: 120, seconds: HOUR_SECONDS }

export function createStartWatchSession({ db, courses, limiter }: StartWatchSessionDependencies) {
  /** Throws `bad_request` for a lesson that the course does not have. */
  const newSession = (prefix: string, courseId: CourseId, lessonId: string): NewWatchSession => {
    const course = courses.get(courseId)
    const lesson = course && findLesson(course, lessonId)
    if (!course || !lesson) throw new ApiError('bad_request', { fields: { lesson: 'invalid' } })
    return {
      id: prefix + randomHandle(),
      course: courseId,
      lesson: lessonId,
      version: course.version,
      duration: lesson.milliseconds,
    }
  }

  async function startForVisitor(
    viewer: Viewer,
    course: CourseId,
    lesson: string,
  ): Promise<StartedWatchSession> {
    const { cookie, caller } = viewer
    const { id, duration, ...more } = newSession(VISITOR_SESSION_PREFIX, course, lesson)
    await limiter.consume(...addressLimits('watch:ip', caller, START_LIMIT))
    const uid = await findLearner(viewer)
    const session = { ...more, id, duration, learner: uid === undefined ? null : learnerHash(id, uid) }
    if (cookie !== undefined) {
      const hash = sha256(cookie)
      const durationSeconds = Math.floor(duration / 1000)
      const [started] = await startVisitorSession(db, { ...session, hash, durationSeconds })
      if (started) return { id, duration }
    }
    // The server chooses the value, so nobody can plant a cookie that they know in another browser.
    const newCookie = randomToken()
    await insertVisitor(db, { ...session, hash: sha256(newCookie) })
    return { id, duration, cookie: newCookie }
  }

  async function startForAccount(
    viewer: Viewer,
    course: CourseId,
    lesson: string,
  ): Promise<StartedWatchSession> {
    const uid = await requireLearner(viewer)
    const session = newSession(ACCOUNT_SESSION_PREFIX, course, lesson)
    await limiter.consume({ key: `watch:${uid}`, ...START_LIMIT })
    const [started] = await startAccountSession(db, { ...session, uid })
    if (!started) throw new ApiError('expired_login')
    return { id: session.id, duration: session.duration }
  }

  /** Throws `expired_login`, `authority`, `restricted`, `bad_request`, `too_many_requests`. */
  return (viewer: Viewer, course: CourseId, lesson: string): Promise<StartedWatchSession> =>
    isVisitorCourse(course)
      ? startForVisitor(viewer, course, lesson)
      : startForAccount(viewer, course, lesson)
}

export type StartWatchSession = ReturnType<typeof createStartWatchSession>
