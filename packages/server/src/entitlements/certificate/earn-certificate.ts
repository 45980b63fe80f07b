/** Gives an account the right to a certificate, in the transaction that finishes the course (S-094). */
import type { Queryable } from '../../platform/db/database.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { insertCertificate } from './certificate-store.ts'

/** Returns false when the account has earned it before. */
export async function earnCertificate(tx: Queryable, uid: string, course: string): Promise<boolean> {
  const rows = await insertCertificate(tx, { uid, course, certId: randomHandle() })
  return rows.length > 0
}
