/** Tables in a backup. A test compares these lists with the schema: a new table must be added to one of them. */

/** In the order of their restoration. */
export const BACKED_UP_TABLES = [
  'wrapped_key',
  'account',
  'sign_in_identifier',
  'social_link',
  'passkey',
  'agreement',
  'openid_consent',
  'headpic_file',
  'known_device',
  'sign_in_record',
  'account_app',
  'ticket_app',
  'account_event',
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
  'credential_key',
  'openid_key',
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

/** Tables that the first start of a server fills. A restoration replaces their rows. */
export const TABLES_FILLED_AT_START = [
  'wrapped_key',
  'broadcast_version',
] as const satisfies readonly BackedUpTable[]

/** Tables that are not in a backup, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  installation: 'the restored database has its own',
  job_worker: 'the processes that run jobs at this moment',
  migration: 'the restored database has its own migrations',
  session: 'ended sessions must not come back: everybody logs in again',
  verification: 'codes expire within minutes',
  verification_gate: 'codes expire within minutes',
  one_time: 'tickets and links expire within minutes',
  rate_limit: 'a restored deployment counts from zero',
  ticket: 'expires within minutes',
  oauth_request: 'a social login in progress',
  oauth_flow: 'a social login in progress',
  openid_grant: 'withdrawn access must not come back: everybody logs in again',
  openid_token: 'withdrawn access must not come back: everybody logs in again',
  openid_flow: 'a login of an app in progress',
  idempotent_call: 'expires within a day',
  unlock_issue: 'a request in progress',
  unlock_asked: 'a request in progress',
  watch: 'a watch session in progress',
  visitor_watch: 'a watch session in progress',
  message_request: 'expires within a day',
  webhook_attempt: 'a log of requests that expires within a month',
  tracking_event: 'analytics events contain no names and are many times larger than the rest',
}

export type BackedUpTable = (typeof BACKED_UP_TABLES)[number]
