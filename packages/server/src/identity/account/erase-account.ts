/**
 * Erases every trace of a person in one transaction. Tombstones remain: one keeps the uid from ever meaning someone else, one
 * beside the files has the deletion carried out again after a restoration.
 */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { removeFilesLater } from '../../platform/files/remove-later.ts'
import { headpicStorageKey } from '../profile/headpic.ts'
import { listHeadpicNames } from '../profile/headpic-store.ts'
import { scheduleErasureRecord } from './erasure-records.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Per-account tables and what becomes of them at deletion. A test compares this list with the schema: a new table with
 * a uid must take its place here.
 */
export const ERASED_TABLES = [
  'account_app',
  'account_message',
  'agreement',
  'benefit_event',
  'certificate',
  'broadcast_read',
  'headpic_file',
  'idempotent_call',
  'known_device',
  'lesson_done',
  'message_mark',
  'message_muted',
  'oauth_flow',
  'oauth_request',
  'redemption',
  'session',
  'sign_in_identifier',
  'sign_in_record',
  'social_link',
  'ticket',
  'verification',
  'watch',
  'account',
] as const
/** Kept without a person: the uid is a pseudonym that leads nowhere any more. */
export const KEPT_TABLES = ['audit_event', 'deleted_account'] as const

const erase = ERASED_TABLES.map(table =>
  statement<never, [uid: string]>(`erase.${table}`, `delete from ${table} where uid = $1`),
)

/** Whoever uses a code holds its row before the account's: in the other order each would wait for the other. */
const eraseCodes = statement<never, [uid: string]>('erase.codes', 'delete from verification where uid = $1')

const bury = statement<never, [uid: string]>(
  'erase.bury',
  'insert into deleted_account (uid) values ($1) on conflict do nothing',
)

/** False when the account was erased before: of two at once, one gets it. Its files go by a job, once this is committed. */
export async function eraseAccount(tx: Queryable, uid: string): Promise<boolean> {
  await eraseCodes(tx, uid)
  const [account] = await lockAccount(tx, uid)
  if (!account) return false
  const pictures = await listHeadpicNames(tx, { uid })
  for (const eraseFrom of erase) await eraseFrom(tx, uid)
  await bury(tx, uid)
  await scheduleErasureRecord(tx, uid)
  await removeFilesLater(
    tx,
    pictures.map(({ name }) => headpicStorageKey(name)),
  )
  return true
}
