/**
 * What the archive of an account contains, by table and column. Reads the tables of every module, as the erasure deletes from
 * them. A test compares the lists with the schema: a new table or column of accounts takes its place here.
 */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { scopeByUid } from '../../platform/schema/table-placement.ts'

/**
 * Why something stored about an account is not in its archive:
 * `secret`: anyone who has the archive could use or attack it; `temporary`: state of a running sign-in, deleted within minutes;
 * `staff`: names and notes of operators, who are other persons; `erased`: exists only for erased accounts.
 */
export type WithheldReason = 'secret' | 'temporary' | 'staff' | 'erased'

interface ExportedTable {
  /** in the JSON file */
  readonly columns: readonly string[]
  readonly withheld?: Readonly<Record<string, WithheldReason>>
  /** of the readable page, in this order; absent: the table is in the JSON files only */
  readonly shown?: readonly string[]
  /** unique column of an account's rows that orders them by time: tables that grow without a bound are read in pages */
  readonly pageKey?: 'id' | 'handle'
}

/** In the order of the readable page. */
export const EXPORTED_TABLES = {
  account: {
    columns: [
      'uid',
      'kind',
      'status',
      'email',
      'email_verified_at',
      'enterprise_id',
      'user_name',
      'nickname',
      'headpic',
      'gender',
      'birthday',
      'country',
      'region',
      'introduction',
      'lang',
      'default_password',
      'default_first_used_at',
      'default_postponed',
      'default_postponed_at',
      'default_set_at',
      'analytics_id',
      'created_at',
      'banned_until',
      'list_changed_at',
      'second_factor',
      'second_factor_demanded',
      'updated_at',
    ],
    withheld: { password_hash: 'secret', ban_reason: 'staff' },
    shown: [
      'email',
      'nickname',
      'user_name',
      'gender',
      'birthday',
      'country',
      'region',
      'introduction',
      'lang',
      'created_at',
      'uid',
      'analytics_id',
    ],
  },
  sign_in_identifier: { columns: ['kind', 'value', 'created_at'], shown: ['kind', 'value', 'created_at'] },
  social_link: { columns: ['channel', 'name', 'bound_at'], shown: ['channel', 'name', 'bound_at'] },
  passkey: {
    columns: [
      'name',
      'aaguid',
      'transports',
      'sign_count',
      'backup_eligible',
      'backed_up',
      'created_at',
      'last_used_at',
      'place',
      'application',
      'suspended_at',
    ],
    withheld: { credential_id: 'secret', public_key: 'secret' },
    shown: ['name', 'created_at', 'last_used_at', 'application', 'place'],
  },
  session: {
    columns: [
      'handle',
      'remember',
      'method',
      'ip',
      'place',
      'application',
      'platform',
      'user_agent',
      'first_login',
      'last_seen',
      'proved_at',
      'acr',
      'amr',
      'root',
      'redeemed_by',
    ],
    withheld: { token_hash: 'secret', device_hash: 'secret', companion_hash: 'secret' },
    shown: ['application', 'platform', 'place', 'ip', 'method', 'first_login', 'last_seen'],
  },
  sign_in_record: {
    columns: ['id', 'at', 'ip', 'place', 'application', 'platform', 'method', 'session', 'reported'],
    shown: ['at', 'application', 'platform', 'place', 'ip', 'method'],
    pageKey: 'id',
  },
  known_device: {
    columns: ['first_seen', 'last_seen', 'second_step_until'],
    withheld: { device_hash: 'secret' },
    shown: ['first_seen', 'last_seen'],
  },
  totp_factor: {
    columns: ['confirmed_at', 'protected_since', 'last_used_at', 'pending_at'],
    withheld: { secret: 'secret', pending_secret: 'secret', last_step: 'secret' },
  },
  recovery_code: { columns: ['created_at', 'used_at'], withheld: { hash: 'secret' } },
  factor_recovery: { columns: ['requested_at', 'ready_at', 'mails'] },
  redemption: {
    columns: ['id', 'benefit_id', 'at', 'expires_at'],
    withheld: { code: 'secret' },
    shown: ['benefit_id', 'at', 'expires_at'],
    pageKey: 'id',
  },
  benefit_event: { columns: ['id', 'benefit_id', 'at', 'expires_at', 'position'], pageKey: 'id' },
  lesson_done: {
    columns: ['course', 'lesson', 'version', 'watch', 'finished_at'],
    shown: ['course', 'lesson', 'finished_at'],
  },
  watch: {
    columns: ['id', 'course', 'lesson', 'version', 'duration', 'furthest', 'bank', 'started_at', 'beat_at'],
    shown: ['course', 'lesson', 'started_at'],
  },
  certificate: {
    columns: ['course', 'cert_id', 'finished_at', 'issued_at', 'number', 'bearer', 'revoked_at'],
    shown: ['course', 'number', 'bearer', 'issued_at'],
  },
  account_machine: {
    columns: ['sn_end', 'light_source', 'handle', 'first_request', 'last_request'],
    withheld: { machine_hash: 'secret' },
    shown: ['sn_end', 'light_source', 'first_request', 'last_request'],
  },
  account_message: {
    columns: [
      'handle',
      'app',
      'category',
      'texts',
      'link',
      'picture',
      'starts_at',
      'ends_at',
      'read_at',
      'created_at',
    ],
    withheld: { sender: 'staff' },
    shown: ['starts_at', 'app', 'category', 'texts'],
    pageKey: 'handle',
  },
  message_muted: { columns: ['app', 'category'], shown: ['app', 'category'] },
  message_mark: { columns: ['category', 'version', 'at'] },
  broadcast_read: { columns: ['broadcast'] },
  account_app: { columns: ['app', 'since'], shown: ['app', 'since'] },
  ticket_app: { columns: ['client_id', 'since'], shown: ['client_id', 'since'] },
  openid_consent: {
    columns: ['client_id', 'scopes', 'granted_at'],
    shown: ['client_id', 'scopes', 'granted_at'],
  },
  openid_ended_grant: {
    columns: ['id', 'client_id', 'reason', 'ended_at'],
    shown: ['client_id', 'reason', 'ended_at'],
  },
  openid_grant: {
    columns: ['id', 'client_id', 'session', 'scopes', 'resources', 'offline', 'created_at', 'expires_at'],
    shown: ['client_id', 'scopes', 'created_at'],
  },
  agreement: { columns: ['document', 'version', 'at'], shown: ['document', 'version', 'at'] },
  headpic_file: { columns: ['name', 'created_at', 'unused_since'], shown: ['name', 'created_at'] },
  audit_event: {
    columns: ['id', 'at', 'event', 'outcome', 'network', 'app', 'request_id', 'detail'],
    withheld: { operator: 'staff', operator_source: 'staff', operator_stated: 'staff' },
    shown: ['at', 'event', 'outcome', 'network', 'app'],
    pageKey: 'id',
  },
  account_event: {
    columns: [
      'id',
      'client_id',
      'event_id',
      'type',
      'data',
      'at',
      'state',
      'attempts',
      'next_try_at',
      'retry_until',
    ],
    shown: ['at', 'client_id', 'type'],
    pageKey: 'id',
  },
  idempotent_call: {
    columns: ['call', 'answer', 'at'],
    withheld: { key_hash: 'secret', request_hash: 'secret' },
  },
} as const satisfies Readonly<Record<string, ExportedTable>>

export type ExportedTableName = keyof typeof EXPORTED_TABLES

/** Tables with a uid that are in no archive. */
export const WITHHELD_TABLES = {
  oauth_flow: 'temporary',
  oauth_request: 'temporary',
  sign_in_flow: 'temporary',
  ticket: 'temporary',
  verification: 'temporary',
  openid_token: 'secret',
  session_route: 'secret',
  deleted_account: 'erased',
} as const satisfies Readonly<Record<string, WithheldReason>>

export type ExportedRow = Readonly<Record<string, unknown>>

const PAGE_ROWS = 500
/** Before the first page: above every key. */
const HIGHEST = { id: '9223372036854775807', handle: '\u{10ffff}' } as const
/** Read as text: the driver would move a calendar date into the time zone of the server. */
const CAST: Readonly<Record<string, string>> = { birthday: 'birthday::text as birthday' }

const readers = Object.entries(EXPORTED_TABLES as Readonly<Record<string, ExportedTable>>).map(
  ([name, { columns, pageKey }]) => {
    const from = `select ${columns.map(column => CAST[column] ?? column).join(', ')} from ${name} where uid = $uid`
    const read = statement<Record<string, unknown>, { uid: string; below: string | null }>(
      `export.${name}`,
      pageKey === undefined
        ? `${from} and $below::text is null`
        : `${from} and ${pageKey} < $below${pageKey === 'id' ? '::bigint' : ''} order by ${pageKey} desc limit ${PAGE_ROWS}`,
      scopeByUid(name, 'data export'),
    )
    return [name, { pageKey, read }] as const
  },
)
const readerOf = new Map(readers)

/** Rows of an account in one table, page by page, the newest first where the table has an order. */
export async function* readRows(
  db: Queryable,
  table: ExportedTableName,
  uid: string,
): AsyncGenerator<readonly ExportedRow[]> {
  const { pageKey, read } = readerOf.get(table) ?? missing(table)
  let below: string | null = pageKey === undefined ? null : HIGHEST[pageKey]
  for (;;) {
    const rows: readonly ExportedRow[] = await read(db, { uid, below })
    yield rows
    if (pageKey === undefined || rows.length < PAGE_ROWS) return
    below = String(rows.at(-1)?.[pageKey])
  }
}

function missing(table: string): never {
  throw new Error(`table ${table} is not exported`)
}

const listTrackedDays = statement<{ day: string }, { login: string }>(
  'export.tracked_days',
  `select distinct to_char(at at time zone 'utc', 'YYYY-MM-DD') as day from tracking_event
    where login = $login order by 1 desc`,
  { scope: 'coordinator' },
)

const readTrackedDay = statement<Record<string, unknown>, { login: string; day: string }>(
  'export.tracked_day',
  `select at, occurred_at, event, visitor, properties from tracking_event
    where login = $login and at >= ($day || ' 00:00+00')::timestamptz
      and at < ($day || ' 00:00+00')::timestamptz + interval '1 day'
    order by at desc`,
  { scope: 'coordinator' },
)

/** Behavior events of an account, day by day, the newest first. They have no uid, but the analytics id. */
export async function* readEvents(db: Queryable, login: string): AsyncGenerator<readonly ExportedRow[]> {
  for (const { day } of await listTrackedDays(db, { login })) yield await readTrackedDay(db, { login, day })
}

/** Columns of `readEvents` on the readable page. */
export const SHOWN_EVENT_COLUMNS = ['occurred_at', 'event'] as const

export const findBenefitNames = statement<{ id: string; en: string; zh: string }, { ids: readonly string[] }>(
  'export.benefit_names',
  'select id, name_en as en, name_zh as zh from benefit where id = any($ids)',
)
