/**
 * Where the rows of each table are once `kerf db distribute` has made the database a distributed one (Citus). A test compares
 * this register with the schema: a new table needs a place. docs/scaling.md explains the kinds.
 */

import type { RareReason, StatementScope } from '../db/database.ts'

export type TablePlacement =
  /** by a column whose value every hot statement knows; `account`: rows of one account are on one shard */
  | { readonly kind: 'account' | 'keyed'; readonly column: string }
  /** complete on every node: small. Citus demands that a role that inserts into it may also update it */
  | { readonly kind: 'reference' }
  /** on the coordinator, as an ordinary table: logs, jobs, keys */
  | { readonly kind: 'coordinator' }

const account: TablePlacement = { kind: 'account', column: 'uid' }
const by = (column: string): TablePlacement => ({ kind: 'keyed', column })
const reference: TablePlacement = { kind: 'reference' }
const coordinator: TablePlacement = { kind: 'coordinator' }

/** In the order in which the tables are distributed: `account` first, because the others of its kind get the same shards. */
export const TABLE_PLACEMENTS: Readonly<Record<string, TablePlacement>> = {
  app: reference,
  benefit: reference,
  benefit_feed: reference,
  code_batch: reference,
  webhook: reference,
  announcement: reference,
  broadcast: reference,
  broadcast_version: reference,
  credential_key: reference,
  installation: reference,
  ip_ban: reference,
  openid_key: reference,
  session_token_form: reference,

  account,
  account_app: account,
  account_event: account,
  account_machine: account,
  account_message: account,
  agreement: account,
  benefit_event: account,
  broadcast_read: account,
  certificate: account,
  deleted_account: account,
  factor_recovery: account,
  headpic_file: account,
  idempotent_call: account,
  known_device: account,
  lesson_done: account,
  message_mark: account,
  message_muted: account,
  openid_consent: account,
  openid_ended_grant: account,
  openid_grant: account,
  openid_token: account,
  passkey: account,
  recovery_code: account,
  redemption: account,
  session: account,
  sign_in_record: account,
  social_link: account,
  ticket_app: account,
  totp_factor: account,
  watch: account,

  message_request: by('key_hash'),
  oauth_flow: by('hash'),
  oauth_request: by('state_hash'),
  one_time: by('hash'),
  openid_flow: by('hash'),
  rate_limit: by('key'),
  redemption_code: by('hash'),
  session_route: by('token_hash'),
  sign_in_flow: by('hash'),
  sign_in_identifier: by('value'),
  ticket: by('hash'),
  unlock_asked: by('who'),
  unlock_counter: by('sn'),
  unlock_issue: by('request'),
  verification: by('nonce_hash'),
  verification_gate: by('receiver'),
  visitor_watch: by('hash'),

  audit_event: coordinator,
  device: coordinator,
  job_worker: coordinator,
  line_key: coordinator,
  mail_delivery: coordinator,
  mail_suppression: coordinator,
  migration: coordinator,
  tracking_event: coordinator,
  webhook_attempt: coordinator,
  wrapped_key: coordinator,
}

/** Their rows are in the order of numbers that the database gives them. A test compares this list with the schema. */
export const NUMBERED_TABLES: readonly string[] = [
  'account_event',
  'announcement',
  'benefit_event',
  'broadcast',
  'redemption',
  'sign_in_record',
]

/** Scope of a statement that names an account by its uid, for lists of tables. */
export function scopeByUid(table: string, because: RareReason): StatementScope {
  const kind = TABLE_PLACEMENTS[table]?.kind
  if (kind === 'account') return { scope: 'one shard' }
  return kind === 'coordinator' ? { scope: 'coordinator' } : { scope: 'every shard', because }
}
