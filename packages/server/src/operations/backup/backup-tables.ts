/** What a backup holds of the database. A test compares these lists with the schema: a new table must take its place. */

/** Restored in this order. */
export const BACKED_UP_TABLES = [
  'wrapped_key',
  'account',
  'sign_in_identifier',
  'social_link',
  'agreement',
  'headpic_file',
  'known_device',
  'sign_in_record',
  'account_app',
  'deleted_account',
  'audit_event',
  'ip_ban',
  'app',
  'webhook',
  'benefit',
  'code_batch',
  'redemption_code',
  'redemption',
  'benefit_event',
  'device',
  'line_key',
  'unlock_counter',
  'lesson_done',
  'certificate',
  'broadcast_version',
  'broadcast',
  'broadcast_read',
  'announcement',
  'account_message',
  'message_mark',
  'message_muted',
] as const

/** A new installation has these before anybody has used it: the backup's take their place. */
export const TABLES_FILLED_AT_START = [
  'wrapped_key',
  'broadcast_version',
] as const satisfies readonly BackedUpTable[]

/** Not in a backup, and why. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  migration: 'the restored database is made by migrations of its own',
  session: 'one that was ended since must not come back: everybody logs in again',
  verification: 'codes last minutes',
  verification_gate: 'codes last minutes',
  one_time: 'tickets and links last minutes',
  rate_limit: 'limits last a day at the most',
  ticket: 'lasts minutes',
  oauth_request: 'a social sign-in under way',
  oauth_flow: 'a social sign-in under way',
  idempotent_call: 'kept for a day',
  unlock_issue: 'an unlock password being asked for',
  unlock_asked: 'an unlock password being asked for',
  watch: 'a lesson being watched',
  visitor_watch: 'a lesson being watched',
  message_request: 'kept for a day',
  tracking_event: 'behaviour events name nobody; they are many times all the rest',
}

export type BackedUpTable = (typeof BACKED_UP_TABLES)[number]
