/** Deletion of an account's rows. The only store that writes to tables of every module: a deletion leaves none out. */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
import { scopeByUid } from '../../platform/schema/table-placement.ts'
import { NO_UID } from '../account/credential-store.ts'

/** Tables with a row per account. A test compares this list with the schema, so that a new table takes its place here. */
export const ERASED_TABLES = [
  'account_app',
  'account_machine',
  'account_message',
  'agreement',
  'benefit_event',
  'certificate',
  'broadcast_read',
  'factor_recovery',
  'headpic_file',
  'idempotent_call',
  'known_device',
  'lesson_done',
  'message_mark',
  'message_muted',
  'oauth_flow',
  'oauth_request',
  'passkey',
  'openid_consent',
  'openid_ended_grant',
  'openid_grant',
  'openid_token',
  'recovery_code',
  'redemption',
  'session',
  'session_route',
  'sign_in_flow',
  'sign_in_identifier',
  'sign_in_record',
  'social_link',
  'ticket',
  'ticket_app',
  'totp_factor',
  'verification',
  'watch',
  'account',
] as const

/**
 * Tables that keep the uid of a deleted account: it is a pseudonym that identifies nobody. `account_event` keeps what tells an
 * app that sessions and the account have ended, for 30 days at most.
 */
export const KEPT_TABLES = ['account_event', 'audit_event', 'deleted_account'] as const

const deletions = ERASED_TABLES.map(table =>
  statement<never, { uid: string }>(
    `erase.${table}`,
    `delete from ${table} where uid = $uid`,
    scopeByUid(table, 'erasure'),
  ),
)

/** Deletes the account's rows from every table of `ERASED_TABLES`. */
export async function deleteAccountRows(tx: Queryable, uid: string): Promise<void> {
  for (const deleteRows of deletions) await deleteRows(tx, { uid })
}

/** Records that the uid belonged to an account, so that it never identifies another one. `loginHash`: of the analytics id. */
export const insertErasureRecord = statement<never, { uid: string; loginHash: Buffer }>(
  'erase.record',
  'insert into deleted_account (uid, login_hash) values ($uid, $loginHash) on conflict do nothing',
)

export const findErasedLogins = statement<{ hash: Buffer }, { hashes: readonly Buffer[] }>(
  'erase.find_logins',
  'select login_hash as hash from deleted_account where login_hash = any($hashes::bytea[])',
  { scope: 'every shard', because: 'job' },
)

export interface ErasedAccount {
  readonly uid: string
  /** time of the deletion, unix seconds */
  readonly at: number
}

const ERASED_PAGE = 1_000

const listErasedAfter = statement<ErasedAccount, { after: string }>(
  'erase.list',
  `select uid, floor(extract(epoch from at))::float8 as at from deleted_account
    where uid > $after order by uid limit ${ERASED_PAGE}`,
  { scope: 'every shard', because: 'operator' },
)

/** All of them, read in pages. */
export async function listErasedAccounts(on: Queryable): Promise<ErasedAccount[]> {
  const all: ErasedAccount[] = []
  for (let after = NO_UID; ; ) {
    const page = await listErasedAfter(on, { after })
    all.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < ERASED_PAGE) return all
    after = last.uid
  }
}

export const findErasedAccount = statement<ErasedAccount, { uid: string }>(
  'erase.find',
  'select uid, floor(extract(epoch from at))::float8 as at from deleted_account where uid = $uid',
)

const ATTEMPTS_MAX = 100

/** Adds a job that is retried for about three weeks. It runs once the transaction has committed. */
export async function enqueueErasureRecord(tx: Queryable, task: string, uid: string): Promise<void> {
  await enqueueJob(tx, { task, payload: { uid }, attemptsMax: ATTEMPTS_MAX })
}
