/**
 * What bounds every table, and how fast it grows. A test compares this register with the schema: a new table needs a bound.
 * The rates are assumptions about people, as docs/scaling.md explains them; the bytes of a row are measured.
 */
import type { TableSize } from './table-sizes.ts'

export interface TableGrowth {
  readonly table: string
  /**
   * account: at most some rows an account, and none after its erasure. time: rows are deleted, or partitions dropped, after some
   * days. operator: written by operators.
   */
  readonly bound: 'account' | 'time' | 'operator'
  /** what enforces it */
  readonly by: string
  /** new rows an account and day */
  readonly perAccountDay?: number
  /** days until a row is deleted */
  readonly days?: number
}

const account = (table: string, by: string, perAccountDay = 0): TableGrowth => ({
  table,
  bound: 'account',
  by,
  perAccountDay,
})
const time = (table: string, perAccountDay: number, days: number, by = 'sweep'): TableGrowth => ({
  table,
  bound: 'time',
  by,
  perAccountDay,
  days,
})
const operator = (table: string, by: string): TableGrowth => ({ table, bound: 'operator', by })

/** New accounts of a day for each account that exists: two fifths of the accounts a year. */
const SIGN_UP = 0.001
/** An account logs in every 20 days and is used every fifth day. */
const LOGIN = 0.05
const MINUTES_10 = 10 / 1_440

export const TABLE_GROWTH: readonly TableGrowth[] = [
  account('account', 'one', SIGN_UP),
  account('sign_in_identifier', 'address, ID, one a channel', SIGN_UP * 1.1),
  account('social_link', 'one a channel', SIGN_UP * 0.1),
  account('agreement', 'one a document and version', SIGN_UP * 2),
  account('session', 'SESSIONS_MAX, nightly sweep', SIGN_UP * 2),
  account('session_route', 'one a session with a token of the former form, nightly sweep'),
  account('known_device', '50 an account, 400 days', SIGN_UP * 2),
  account('totp_factor', 'one', SIGN_UP * 0.1),
  account('recovery_code', 'ten', SIGN_UP),
  account('factor_recovery', 'one', 0.00001),
  account('former_email', 'those of 30 days', 0.00001),
  account('mailbox_change', 'one'),
  account('account_merge', 'one'),
  account('second_email', 'one that counts and one that waits', SIGN_UP * 0.2),
  account('passkey', 'PASSKEYS_MAX', SIGN_UP * 0.2),
  account('account_app', 'one an app', SIGN_UP * 2),
  account('account_machine', 'one a machine', 0.0001),
  account('openid_consent', 'one an app', SIGN_UP * 0.1),
  account('openid_grant', 'one a session and app, one an app with offline access', SIGN_UP * 0.5),
  account('ticket_app', 'one an app', SIGN_UP * 0.1),
  account('message_mark', 'one a category', SIGN_UP),
  account('message_muted', 'one a category and app', SIGN_UP * 0.1),
  account('broadcast_read', 'one a stored broadcast', SIGN_UP),
  account('headpic_file', 'one in use, others for a day', SIGN_UP * 0.3),
  account('redemption', 'one a redeemed code', 0.0005),
  account('benefit_event', 'one a redeemed code', 0.0005),
  account('lesson_done', 'one a lesson', SIGN_UP * 0.8),
  account('certificate', 'one a course', SIGN_UP * 0.2),
  account('machine_of_account', 'one a machine with a role', SIGN_UP * 0.2),
  account('machine_role', '500 a machine, one an account and machine', SIGN_UP * 0.2),
  account('machine_bar', 'one an account and machine', SIGN_UP * 0.001),
  account('machine_request', 'one a machine', SIGN_UP * 0.001),
  account('workshop', '20 an account', SIGN_UP * 0.01),
  account('workshop_member', 'one an account and workshop', SIGN_UP * 0.05),
  account('workshop_of_account', 'one a workshop of the account', SIGN_UP * 0.05),
  account('workshop_bar', 'one an account and workshop', SIGN_UP * 0.001),
  account('workshop_machine', '200 a workshop', SIGN_UP * 0.02),
  account('workshop_act', 'one a machine, person or workshop, 48 hours', SIGN_UP * 0.001),
  account('deleted_account', 'one a deletion, 62 bytes', 0.00003),
  time('sign_in_record', LOGIN, 180, 'a partition a month'),
  time('audit_event', 0.1, 730, 'a partition a month'),
  time('tracking_event', 0.5, 180, 'a partition a day'),
  time('account_message', 0.01, 730, 'sweep, after the end or two years'),
  time('account_event', 0.01, 30),
  time('webhook_attempt', 0.01, 30),
  time('idempotent_call', 0.001, 1),
  time('machine_loss', 0.0001, 365),
  time('message_request', 0.001, 1),
  time('rate_limit', 0.2, 1),
  time('verification', 0.01, MINUTES_10 * 7),
  time('verification_gate', 0.01, 1),
  time('one_time', 0.02, MINUTES_10),
  time('ticket', 0.05, MINUTES_10 * 6),
  time('oauth_request', 0.005, MINUTES_10 * 7),
  time('oauth_flow', 0.005, MINUTES_10 * 7),
  time('sign_in_flow', LOGIN * 0.1, MINUTES_10 * 7),
  time('openid_flow', 0.02, MINUTES_10 * 6),
  time('openid_token', 0.05, 90),
  time('login_allowance', LOGIN * 0.001, MINUTES_10 * 1.5),
  time('mail_delivery', 0.05, 30),
  time('mail_suppression', SIGN_UP * 0.01, 365),
  time('openid_ended_grant', SIGN_UP * 0.1, 90),
  time('machine_claim_start', SIGN_UP * 0.2, MINUTES_10),
  time('machine_invitation', SIGN_UP * 0.1, 8),
  time('machine_card_use', SIGN_UP * 0.1, 365),
  time('machine_card_case', SIGN_UP * 0.001, 90),
  time('workshop_join_code', SIGN_UP * 0.01, 30),
  time('machine_removed_member', SIGN_UP * 0.001, 7),
  time('machine_pairing', SIGN_UP * 0.01, MINUTES_10 * 7),
  time('watch', 0.001, 1),
  time('visitor_watch', 0.0001, 1 / 8),
  time('unlock_issue', 0.0001, 1),
  time('unlock_asked', 0.0001, 1),
  operator('app', 'command'),
  operator('app_logo', 'one an app'),
  operator('webhook', 'one an app'),
  operator('benefit', 'command'),
  operator('code_batch', 'command'),
  operator('redemption_code', 'command: a row a printed code'),
  operator('device', 'import: a row a machine made'),
  operator('line_demand', 'one a product line'),
  operator('machine', 'one a machine that was claimed'),
  operator('machine_register', 'one a machine that was claimed'),
  operator('unlock_counter', 'one a machine and light source'),
  operator('line_key', 'command'),
  operator('credential_key', 'command'),
  operator('openid_key', 'command: two, four during a rotation'),
  operator('wrapped_key', 'command'),
  operator('ip_ban', 'command'),
  operator('operator_token', 'command'),
  operator('approval', 'command'),
  operator('broadcast', 'limit a day, ended two years after the start, deleted 30 days later'),
  operator('broadcast_version', 'one row'),
  operator('announcement', 'command'),
  operator('installation', 'one row'),
  operator('session_token_form', 'one row'),
  operator('benefit_feed', 'one row'),
  operator('job_worker', 'one a process, sweep'),
  operator('migration', 'one a migration'),
  operator('operator', 'one a person'),
  operator('operator_budget', 'one an operator'),
  operator('operator_ceremony', 'minutes'),
  operator('operator_invitation', '24 hours'),
  operator('operator_issuer', 'one a pair of operators'),
  operator('operator_passkey', 'few an operator'),
  operator('operator_session', '8 hours'),
  operator('operator_view', '50 people an hour and operator'),
  operator('revoked_number', 'revoked certificates of deleted accounts'),
]

export interface Growth {
  readonly table: string
  /** measured, with its share of the indexes */
  readonly bytesPerRow: number
  readonly rowsPerDay: number
  readonly bytesPerDay: number
  /** for tables bound by time: once rows are deleted as fast as they come; otherwise with so many accounts */
  readonly bytesInAll: number
}

/** What the tables of a measured data set come to with `accounts` accounts. Tables of operators are left out. */
export function projectGrowth(
  tables: readonly TableSize[],
  measuredAccounts: number,
  accounts: number,
): Growth[] {
  return TABLE_GROWTH.flatMap(({ table, bound, perAccountDay = 0, days = 0 }) => {
    const size = tables.find(one => one.table === table)
    if (size === undefined || size.rows === 0 || bound === 'operator') return []
    const bytesPerRow = (size.tableBytes + size.indexBytes) / size.rows
    const rowsPerDay = perAccountDay * accounts
    const rowsInAll = bound === 'time' ? rowsPerDay * days : (size.rows / measuredAccounts) * accounts
    return [
      {
        table,
        bytesPerRow,
        rowsPerDay,
        bytesPerDay: rowsPerDay * bytesPerRow,
        bytesInAll: rowsInAll * bytesPerRow,
      },
    ]
  }).toSorted((a, b) => b.bytesInAll - a.bytesInAll)
}
