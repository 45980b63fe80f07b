/** Erases every trace of a person in one transaction; a tombstone keeps the uid from ever meaning someone else. */
import { type Queryable, statement } from '../db/database.ts'

/**
 * Per-account tables and what becomes of them at deletion. A test compares this list with the schema: a new table with
 * a uid must take its place here.
 */
export const ERASED_TABLES = [
  'agreement',
  'headpic_file',
  'known_device',
  'session',
  'sign_in_identifier',
  'sign_in_record',
  'social_link',
  'verification',
  'account',
] as const
/** Kept without a person: the uid is a pseudonym that leads nowhere any more. */
export const KEPT_TABLES = ['audit_event', 'deleted_account'] as const

const erase = ERASED_TABLES.map(table =>
  statement<never, [uid: string]>(`erase.${table}`, `delete from ${table} where uid = $1`),
)

/** The row decides a race of two deletions: one gets it. */
const bury = statement<{ uid: string }, [uid: string]>(
  'erase.bury',
  'insert into deleted_account (uid) values ($1) on conflict do nothing returning uid',
)

/** False when the account was erased before. Files are the caller's, after the commit. */
export async function eraseAccount(tx: Queryable, uid: string): Promise<boolean> {
  const [buried] = await bury(tx, uid)
  if (!buried) return false
  for (const eraseFrom of erase) await eraseFrom(tx, uid)
  return true
}
