/** Issues an earned certificate once, in the name that the account has at that moment (S-096). */

import type { SessionClaims } from '../../identity/index.ts'
import { publishTrainingEvent } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { type IssuedCertificate, isCertificateCourse, toIssuedCertificate } from './certificate.ts'
import { generateCertificateNumber } from './certificate-number.ts'
import {
  type CertificateHolder,
  findCertificate,
  issueCertificateOnce,
  lockCertificateHolder,
} from './certificate-store.ts'

/** The nickname or, without one, the local part of the email address. */
const bearerName = ({ nickname, email }: CertificateHolder): string =>
  nickname?.replace(/^ +| +$/g, '') || email?.split('@')[0] || ''

export const createIssueCertificate =
  (db: Database) =>
  /** Repeated, it returns the same certificate. Throws `restricted`, or `certificate_not_earned` for an unknown id. */
  async ({ uid, status }: SessionClaims, certId: string, caller: Caller): Promise<IssuedCertificate> => {
    if (status === 'restricted') throw new ApiError('restricted')
    return db.transaction(async tx => {
      const [holder] = await lockCertificateHolder(tx, { uid })
      const [earned] = await findCertificate(tx, { uid, certId })
      if (!holder || !earned || !isCertificateCourse(earned.course))
        throw new ApiError('certificate_not_earned')
      const { course } = earned
      const number = generateCertificateNumber(course)
      const [issued] = await issueCertificateOnce(tx, { uid, certId, number, bearer: bearerName(holder) })
      if (issued) {
        await writeAudit(tx, {
          event: 'training.certificate',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail: { course },
        })
        await publishTrainingEvent(tx, uid, 'certificate.issued', course)
      }
      const [row] = issued ? [issued] : await findCertificate(tx, { uid, certId })
      const certificate = row && toIssuedCertificate(row)
      if (!certificate) throw new ApiError('certificate_not_earned')
      return certificate
    })
  }

export type IssueCertificate = ReturnType<typeof createIssueCertificate>
