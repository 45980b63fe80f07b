/** The certificates of an account, read from the server's own records only (S-094, S-096). */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getCertificateStatus as statusEndpoint } from '@kerf/contract/endpoints/certificate'
import { CERTIFICATE_COURSES, type CertificateCourse } from '@kerf/contract/endpoints/training'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  type IssuedCertificate,
  type RevokedCertificate,
  toIssuedCertificate,
  toRevokedCertificate,
} from './certificate.ts'
import { listCertificates } from './certificate-store.ts'

/** Which courses are finished, which certificates are issued, and the ids to issue them with. */
export async function getCertificateStatus(
  db: Queryable,
  uid: string,
): Promise<OutputOf<typeof statusEndpoint>> {
  const rows = await listCertificates(db, { uid })
  const [laser, printer] = CERTIFICATE_COURSES.map(course => rows.find(row => row.course === course))
  return {
    isFinish: laser !== undefined,
    isHave: laser !== undefined && toIssuedCertificate(laser) !== undefined,
    printIsFinish: printer !== undefined,
    printIsHave: printer !== undefined && toIssuedCertificate(printer) !== undefined,
    certId: laser?.cert_id ?? '',
    printCertId: printer?.cert_id ?? '',
  }
}

export interface CertificatesOfAccount {
  readonly issued: readonly IssuedCertificate[]
  readonly revoked: readonly RevokedCertificate[]
  /** of each finished course, the id to issue its certificate with */
  readonly ids: ReadonlyMap<string, string>
}

export async function findCertificates(db: Queryable, uid: string): Promise<CertificatesOfAccount> {
  const rows = await listCertificates(db, { uid })
  return {
    issued: rows.flatMap(row => toIssuedCertificate(row) ?? []),
    revoked: rows.flatMap(row => toRevokedCertificate(row) ?? []),
    ids: new Map(rows.map(row => [row.course, row.cert_id])),
  }
}

/** Throws `training_not_finished` or, while the certificate is not issued, `certificate_not_earned`. */
export async function requireIssuedCertificate(
  db: Queryable,
  uid: string,
  course: CertificateCourse,
): Promise<IssuedCertificate> {
  const row = (await listCertificates(db, { uid })).find(one => one.course === course)
  if (!row) throw new ApiError('training_not_finished')
  const issued = toIssuedCertificate(row)
  if (!issued) throw new ApiError('certificate_not_earned')
  return issued
}
