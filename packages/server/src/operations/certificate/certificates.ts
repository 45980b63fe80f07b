/** Revokes certificates, and rotates the keys that sign them as verifiable credentials. */
import type { CourseId } from '@kerf/contract/endpoints/training'
import {
  addCredentialKey,
  type FoundCertificate,
  findCertificates as findRows,
  KEY_SET_MAX_AGE_SECONDS,
  parseCertificateNumber,
  readCourses,
  restoreCertificate as restoreRow,
  revokeCertificate as revokeRow,
  withdrawCredentialKey as withdrawRow,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { accountNotFound, findUid, lockAccount } from '../account/find-account.ts'
import { createNotifyAccount, type OperationTarget } from '../account/notify-account.ts'
import { OperationError } from '../input/operation-error.ts'

const malformedNumber = (): OperationError => new OperationError('certificate_number_invalid')

async function changeCertificate(
  db: Database,
  typed: string,
  change: 'revoke' | 'restore',
  operator: string,
): Promise<{ number: string; revoked: boolean }> {
  const number = parseCertificateNumber(typed)
  if (number === undefined) throw malformedNumber()
  await db.transaction(async tx => {
    const [changed] = await (change === 'revoke' ? revokeRow : restoreRow)(tx, { number })
    if (!changed)
      throw new OperationError(change === 'revoke' ? 'certificate_not_valid' : 'certificate_not_revoked', {
        number,
      })
    const { uid, course } = changed
    await writeAudit(tx, {
      event: `certificate.${change}`,
      outcome: 'ok',
      uid,
      operator,
      detail: { course, changed: { revoked: { from: change === 'restore', to: change === 'revoke' } } },
    })
  })
  return { number, revoked: change === 'revoke' }
}

/** Revokes a certificate, which is shown as revoked from then on. Throws an OperationError. */
export const revokeCertificate = (db: Database, number: string, operator: string) =>
  changeCertificate(db, number, 'revoke', operator)

/** Makes a revoked certificate valid again. Throws an OperationError. */
export const restoreCertificate = (db: Database, number: string, operator: string) =>
  changeCertificate(db, number, 'restore', operator)

/** Adds a key. It is published at once and signs when verifiers have loaded it; older keys stay published. `signsFrom`: unix seconds. */
export const rotateCredentialKey = (
  db: Database,
  keys: Pick<Keys, 'wrapping'>,
  operator: string,
): Promise<{ kid: string; signsFrom: number }> =>
  db.transaction(async tx => {
    const added = await addCredentialKey(tx, keys.wrapping, KEY_SET_MAX_AGE_SECONDS)
    await writeAudit(tx, {
      event: 'key.rotate_credential',
      outcome: 'ok',
      operator,
      detail: { kid: added.kid },
    })
    return { kid: added.kid, signsFrom: Math.floor(added.signsFrom.getTime() / 1000) }
  })

/** For a stolen key: what it signed is no longer valid for verifiers. Throws an OperationError. */
export const withdrawCredentialKey = (
  db: Database,
  kid: string,
  operator: string,
): Promise<{ kid: string }> =>
  db.transaction(async tx => {
    const [withdrawn] = await withdrawRow(tx, { kid })
    if (!withdrawn) throw new OperationError('certificate_key_unknown', { kid })
    await writeAudit(tx, { event: 'key.withdraw_credential', outcome: 'ok', operator, detail: { kid } })
    return withdrawn
  })

/** `what`: a certificate number, or who has it (see `findUid`). Throws an OperationError. */
export async function findCertificates(
  db: Database,
  what: string,
  operator: string,
): Promise<readonly FoundCertificate[]> {
  const number = parseCertificateNumber(what) ?? null
  const uid = number === null ? ((await findUid(db, what)) ?? null) : null
  if (number === null && uid === null) throw accountNotFound()
  const found = await findRows(db, { number, uids: uid === null ? [] : [uid] })
  const owner = found[0]?.uid ?? uid
  const detail = { certificates: found.length }
  await writeAudit(db, { event: 'certificate.find', outcome: 'ok', uid: owner, operator, detail })
  return found
}

/** Mails the link to a valid certificate to the address that its account has now. Throws an OperationError. */
export async function resendCertificate(
  target: OperationTarget,
  typed: string,
  operator: string,
): Promise<{ uid: string; number: string }> {
  const number = parseCertificateNumber(typed)
  if (number === undefined) throw malformedNumber()
  const courses = await readCourses(target.config.coursesFolder)
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const [found] = await findRows(tx, { number, uids: [] })
    if (!found) throw new OperationError('certificate_not_valid', { number })
    if (found.revokedAt !== null) throw new OperationError('certificate_not_valid', { number })
    const { uid, course } = found
    const account = await lockAccount(tx, uid)
    const title = courses.get(course as CourseId)?.title ?? { en: course, zh: course }
    await writeAudit(tx, { event: 'certificate.resend', outcome: 'ok', uid, operator, detail: { course } })
    await notifyAccount(tx, account, { template: 'support_certificate', course: title, number })
    return { uid, number }
  })
}
