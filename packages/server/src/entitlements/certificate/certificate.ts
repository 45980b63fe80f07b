/** Certificates of the courses that end in one. */
import { CERTIFICATE_COURSES, type CertificateCourse } from '@kerf/contract/endpoints/training'
import type { CertificateRow } from './certificate-store.ts'

export interface IssuedCertificate {
  readonly course: CertificateCourse
  readonly number: string
  /** name of the holder at the time of issue */
  readonly bearer: string
  /** unix seconds */
  readonly issuedAt: number
  /** unix seconds; null: never */
  readonly renewedAt: number | null
}

export const isCertificateCourse = (course: string): course is CertificateCourse =>
  (CERTIFICATE_COURSES as readonly string[]).includes(course)

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000)

/** undefined: the certificate is earned, but not issued, or it is revoked. */
export const toIssuedCertificate = ({
  course,
  number,
  bearer,
  issued_at,
  renewed_at,
  revoked_at,
}: CertificateRow): IssuedCertificate | undefined =>
  number === null ||
  bearer === null ||
  issued_at === null ||
  revoked_at !== null ||
  !isCertificateCourse(course)
    ? undefined
    : {
        course,
        number,
        bearer,
        issuedAt: secondsOf(issued_at),
        renewedAt: renewed_at && secondsOf(renewed_at),
      }

export interface RevokedCertificate {
  readonly course: CertificateCourse
  readonly number: string
  /** unix seconds */
  readonly revokedAt: number
}

/** undefined: the certificate is valid, or it was never issued. */
export const toRevokedCertificate = ({
  course,
  number,
  revoked_at,
}: CertificateRow): RevokedCertificate | undefined =>
  number === null || revoked_at === null || !isCertificateCourse(course)
    ? undefined
    : { course, number, revokedAt: secondsOf(revoked_at) }
