/** Titles of tables and labels of columns on the readable page of an archive. */
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { PLATFORMS } from '../../outbound/mail/templates/format-sign-in.ts'
import type { TableName } from '../../tables/register.ts'

/** In the order of the page. A test compares them with the exported tables. */
const TITLES = {
  account: m.export_table_account,
  sign_in_identifier: m.export_table_sign_in_identifier,
  second_email: m.export_table_second_email,
  former_email: m.export_table_former_email,
  mailbox_change: m.export_table_mailbox_change,
  social_link: m.export_table_social_link,
  passkey: m.export_table_passkey,
  session: m.export_table_session,
  sign_in_record: m.export_table_sign_in_record,
  known_device: m.export_table_known_device,
  totp_factor: m.export_table_totp_factor,
  recovery_code: m.export_table_recovery_code,
  factor_recovery: m.export_table_factor_recovery,
  redemption: m.export_table_redemption,
  benefit_event: m.export_table_benefit_event,
  lesson_done: m.export_table_lesson_done,
  watch: m.export_table_watch,
  certificate: m.export_table_certificate,
  account_machine: m.export_table_account_machine,
  machine_of_account: m.export_table_machine_of_account,
  machine_role: m.export_table_machine_role,
  machine_bar: m.export_table_machine_bar,
  machine_loss: m.export_table_machine_loss,
  machine_request: m.export_table_machine_request,
  machine_card_use: m.export_table_machine_card_use,
  machine_card_case: m.export_table_machine_card_case,
  workshop_of_account: m.export_table_workshop_of_account,
  workshop_member: m.export_table_workshop_member,
  workshop_bar: m.export_table_workshop_bar,
  account_message: m.export_table_account_message,
  message_muted: m.export_table_message_muted,
  message_mark: m.export_table_message_mark,
  broadcast_read: m.export_table_broadcast_read,
  account_app: m.export_table_account_app,
  ticket_app: m.export_table_ticket_app,
  openid_consent: m.export_table_openid_consent,
  openid_ended_grant: m.export_table_openid_ended_grant,
  openid_grant: m.export_table_openid_grant,
  agreement: m.export_table_agreement,
  headpic_file: m.export_table_headpic_file,
  audit_event: m.export_table_audit_event,
  account_event: m.export_table_account_event,
  idempotent_call: m.export_table_idempotent_call,
  tracking_event: m.export_table_tracking_event,
} as const satisfies Partial<Record<TableName, unknown>>

export type OverviewTable = keyof typeof TITLES

export const OVERVIEW_TABLES = Object.keys(TITLES) as OverviewTable[]

const LABELS: Readonly<Record<string, (typeof m)['export_column_at']>> = {
  email: m.export_column_email,
  nickname: m.export_column_nickname,
  user_name: m.export_column_user_name,
  gender: m.export_column_gender,
  birthday: m.export_column_birthday,
  country: m.export_column_country,
  region: m.export_column_region,
  introduction: m.export_column_introduction,
  lang: m.export_column_lang,
  created_at: m.export_column_created_at,
  uid: m.export_column_uid,
  analytics_id: m.export_column_analytics_id,
  kind: m.export_column_kind,
  value: m.export_column_value,
  channel: m.export_column_channel,
  name: m.export_column_name,
  bound_at: m.export_column_bound_at,
  application: m.export_column_application,
  platform: m.export_column_platform,
  place: m.export_column_place,
  ip: m.export_column_ip,
  method: m.export_column_method,
  first_login: m.export_column_first_login,
  last_seen: m.export_column_last_seen,
  last_used_at: m.export_column_last_used_at,
  first_seen: m.export_column_first_seen,
  at: m.export_column_at,
  scopes: m.export_column_scopes,
  granted_at: m.export_column_granted_at,
  benefit_id: m.export_column_benefit_id,
  expires_at: m.export_column_expires_at,
  course: m.export_column_course,
  lesson: m.export_column_lesson,
  finished_at: m.export_column_finished_at,
  started_at: m.export_column_started_at,
  number: m.export_column_number,
  bearer: m.export_column_bearer,
  issued_at: m.export_column_issued_at,
  sn_end: m.export_column_sn_end,
  light_source: m.export_column_light_source,
  first_request: m.export_column_first_request,
  last_request: m.export_column_last_request,
  starts_at: m.export_column_starts_at,
  counts_from: m.export_column_counts_from,
  left_at: m.export_column_left_at,
  renewed_at: m.export_column_renewed_at,
  watched_at: m.export_column_watched_at,
  requested_at: m.export_column_requested_at,
  ready_at: m.export_column_ready_at,
  counts_until: m.export_column_counts_until,
  app: m.export_column_app,
  category: m.export_column_category,
  texts: m.export_column_texts,
  since: m.export_column_since,
  reason: m.export_column_reason,
  ended_at: m.export_column_ended_at,
  client_id: m.export_column_client_id,
  document: m.export_column_document,
  version: m.export_column_version,
  event: m.export_column_event,
  outcome: m.export_column_outcome,
  network: m.export_column_network,
  type: m.export_column_type,
  occurred_at: m.export_column_occurred_at,
}

export const tableTitle = (table: OverviewTable, lang: Language): string =>
  TITLES[table]({}, { locale: lang })

/** A test holds that every shown column has a label. */
export const columnLabel = (column: string, lang: Language): string =>
  LABELS[column]?.({}, { locale: lang }) ?? column

/** Names of stored values, by column. Other values are shown as they are. */
const VALUES: Readonly<Record<string, Readonly<Record<string, (typeof m)['export_column_at']>>>> = {
  platform: PLATFORMS,
  gender: { male: m.personal_male, female: m.personal_female },
  kind: { email: m.export_column_email },
  method: {
    password: m.login_password,
    captcha: m.home_check_code,
    passkey: m.passkey_unnamed,
    register: m.register_name,
    reset: m.findpwd_title,
  },
}

export const valueName = (column: string, value: string, lang: Language): string =>
  VALUES[column]?.[value]?.({}, { locale: lang }) ?? value
