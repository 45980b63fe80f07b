/** Finishes a lesson once the watch session covers its video. The last lesson of a course earns the certificate. */
import type { CourseId } from '@kerf/contract/endpoints/training'
import { lockAgainstErasure } from '../../identity/index.ts'
import { publishTrainingEvent } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle, sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { insertCertificate, renewCertificate } from '../certificate/certificate-store.ts'
import type { Courses } from './course.ts'
import { findLessonsFinishedBy, insertFinishedLesson, listFinishedLessons } from './finished-lesson-store.ts'
import {
  deleteCoveredSession,
  type FinishedSession,
  findAccountProgress,
  findVisitorProgress,
  finishVisitorCourse,
  finishVisitorLesson,
  type VisitorLessons,
} from './watch-session-store.ts'
import { findLearner, isVisitorSession, learnerHash, requireLearner, type Viewer } from './watch-viewer.ts'

export interface FinishWatchSessionDependencies extends Pick<PlatformServices, 'db'> {
  readonly courses: Courses
  /** an account has finished a course, and will ask for its certificate */
  readonly onCourseFinished: () => void
}

export interface FinishedLesson {
  readonly lesson: string
  readonly courseFinished: boolean
}

export function createFinishWatchSession({ db, courses, onCourseFinished }: FinishWatchSessionDependencies) {
  const lessonsOf = (course: string): readonly string[] | undefined =>
    courses.get(course as CourseId)?.lessons.map(({ id }) => id)

  async function finishForVisitor(viewer: Viewer, id: string): Promise<FinishedLesson> {
    const { cookie } = viewer
    if (cookie === undefined) throw new ApiError('expired')
    const hash = sha256(cookie)
    const [finished] = await finishVisitorLesson(db, { hash, id })
    if (!finished) {
      const [live] = await findVisitorProgress(db, { hash, id })
      throw new ApiError(live ? 'training_not_finished' : 'expired')
    }
    const { lesson, done, finished_at } = finished
    await creditLearner(viewer, id, finished)
    const allLessonsDone = (lessonsOf('welder') ?? []).every(one => done.includes(one))
    if (finished_at === null && allLessonsDone) await finishVisitorCourse(db, { hash })
    return { lesson, courseFinished: finished_at !== null || allLessonsDone }
  }

  const isCourseFinished = async (tx: Queryable, uid: string, course: string, lesson: string) => {
    const rows = (await listFinishedLessons(tx, { uid })).filter(row => row.course === course)
    return (lessonsOf(course) ?? [lesson]).every(id => rows.some(row => row.lesson === id))
  }

  /** Stores the finished lesson and its audit rows. Returns whether the course is finished with it. */
  async function storeFinishedLesson(
    tx: Queryable,
    uid: string,
    id: string,
    { course, lesson, version }: FinishedSession,
    caller: Caller,
  ): Promise<boolean> {
    await insertFinishedLesson(tx, { uid, course, lesson, version, watchSession: id })
    const audit = { outcome: 'ok', uid, ...auditContext(caller) } as const
    await writeAudit(tx, { event: 'training.lesson', ...audit, detail: { course, version, lesson } })
    const courseFinished = await isCourseFinished(tx, uid, course, lesson)
    if (!courseFinished) return false
    const [earned] = await insertCertificate(tx, { uid, course, certId: randomHandle() })
    if (earned) {
      await writeAudit(tx, { event: 'training.finished', ...audit, detail: { course, version } })
      await publishTrainingEvent(tx, uid, 'training.finished', course)
    }
    const lessons = lessonsOf(course)
    const [renewed] = lessons && !earned ? await renewCertificate(tx, { uid, course, lessons }) : []
    if (renewed) await writeAudit(tx, { event: 'training.renewed', ...audit, detail: { course, version } })
    return true
  }

  /** A visitor's lesson also counts for the account that was logged in from its start to its end. */
  async function creditLearner(
    viewer: Viewer,
    id: string,
    { course, lesson, version, learner }: VisitorLessons,
  ): Promise<void> {
    const uid = learner && (await findLearner(viewer))
    if (!uid || !learnerHash(id, uid).equals(learner)) return
    await db.transaction(async tx => {
      const [account] = await lockAgainstErasure(tx, { uid })
      const [earlier] = account ? await findLessonsFinishedBy(tx, { uid, watchSession: id }) : []
      if (account && !earlier)
        await storeFinishedLesson(tx, uid, id, { course, lesson, version }, viewer.caller)
    })
  }

  async function finishForAccount(viewer: Viewer, id: string): Promise<FinishedLesson> {
    const uid = await requireLearner(viewer)
    const finished = await db.transaction(async tx => {
      const [account] = await lockAgainstErasure(tx, { uid })
      if (!account) throw new ApiError('expired_login')
      const [session] = await deleteCoveredSession(tx, { uid, id })
      if (session) {
        const courseFinished = await storeFinishedLesson(tx, uid, id, session, viewer.caller)
        return { lesson: session.lesson, courseFinished }
      }
      const [earlier] = await findLessonsFinishedBy(tx, { uid, watchSession: id })
      if (earlier) {
        const { course, lesson } = earlier
        return { lesson, courseFinished: await isCourseFinished(tx, uid, course, lesson) }
      }
      const [live] = await findAccountProgress(tx, { uid, id })
      throw new ApiError(live ? 'training_not_finished' : 'expired')
    })
    if (finished.courseFinished) onCourseFinished()
    return finished
  }

  /**
   * Repeated for the same session, it answers the same. Throws `training_not_finished` while the session does not cover the
   * video, 'expired' when it has ended, and 'expired_login', 'authority', 'restricted'.
   */
  return (viewer: Viewer, id: string): Promise<FinishedLesson> =>
    isVisitorSession(id) ? finishForVisitor(viewer, id) : finishForAccount(viewer, id)
}

export type FinishWatchSession = ReturnType<typeof createFinishWatchSession>
