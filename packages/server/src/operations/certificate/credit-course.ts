/** Records a course as finished by evidence from elsewhere, such as a training on site. Two operators decide. */
import type { CourseId } from '@kerf/contract/endpoints/training'
import {
  insertCertificate,
  insertFinishedLesson,
  isCertificateCourse,
  listFinishedLessons,
  readCourses,
} from '../../entitlements/index.ts'
import { findAccount } from '../../identity/index.ts'
import { publishTrainingEvent } from '../../outbound/webhook/publish-account-event.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { accountNotFound, findUid, lockAccount } from '../account/find-account.ts'
import { createNotifyAccount, type OperationTarget } from '../account/notify-account.ts'
import { assertEvidence } from '../input/assert-evidence.ts'
import { OperationError } from '../input/operation-error.ts'
import { withApproval } from '../operator/approvals.ts'

export interface CourseCredit {
  /** see `findUid` */
  readonly who: string
  readonly course: string
  /** reference of the evidence */
  readonly evidence: string
  readonly operator: string
}

/**
 * The lessons count as finished, and the person gets the certificate as everybody does. It says nothing of the credit; the audit
 * record does. Throws an OperationError, or an ApprovalPendingError until another operator approved.
 */
export async function creditCourse(
  target: OperationTarget,
  { who, course: id, evidence, operator }: CourseCredit,
): Promise<{ uid: string; course: string; lessons: number }> {
  assertEvidence(evidence)
  const { db, config } = target
  const course = (await readCourses(config.coursesFolder)).get(id as CourseId)
  if (!course || !isCertificateCourse(id)) throw new OperationError('course_unknown', { course: id })
  const notifyAccount = await createNotifyAccount(target)
  const uid = await findUid(db, who)
  const [found] = uid === undefined ? [] : await findAccount(db, { uid })
  if (!found || uid === undefined) throw accountNotFound()
  if (found.kind !== 'personal') throw new OperationError('account_not_personal')
  const { version } = course
  return withApproval(
    db,
    {
      operation: 'training credit',
      parameters: { uid, course: id, version, evidence },
      summary: `record the course ${id} as finished by ${uid}, evidence ${evidence}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      const account = await lockAccount(tx, uid)
      const before = (await listFinishedLessons(tx, { uid })).filter(row => row.course === id)
      const missing = course.lessons.filter(one => !before.some(({ lesson }) => lesson === one.id))
      const [earned] = await insertCertificate(tx, { uid, course: id, certId: randomHandle() })
      if (missing.length === 0 && !earned) throw new OperationError('course_finished')
      for (const { id: lesson } of missing)
        await insertFinishedLesson(tx, {
          uid,
          course: id,
          lesson,
          version,
          watchSession: `credit ${approval}`,
        })
      const changed = { lessons: { from: before.length, to: course.lessons.length } }
      const confirmedBy = decidedBy ?? ''
      const detail = { course: id, version, evidence, approval, confirmedBy, changed }
      await writeAudit(tx, { event: 'training.credit', outcome: 'ok', uid, operator, detail })
      if (earned) await publishTrainingEvent(tx, uid, 'training.finished', id)
      await notifyAccount(tx, account, { template: 'support_course_credited', course: course.title })
      return { uid, course: id, lessons: missing.length }
    },
  )
}
