/** The text of every fact. A fact without an English and a Chinese text does not compile. */
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'

type Value = string | number
/** What the text names; a value that differs by language has both. */
export type FactValues = Readonly<Record<string, Value | Readonly<Record<Language, Value>>>>

type Text = (values: never, options: { readonly locale: Language }) => string

const FACT_TEXTS = {
  account_none: m.fact_account_none,
  account_banned: m.fact_account_banned,
  account_disabled: m.fact_account_disabled,
  account_restricted: m.fact_account_restricted,
  account_merges: m.fact_account_merges,
  network_banned: m.fact_network_banned,
  password_none: m.fact_password_none,
  password_default: m.fact_password_default,
  password_default_expired: m.fact_password_default_expired,
  limit_passwords_short: m.fact_limit_passwords_short,
  limit_passwords_long: m.fact_limit_passwords_long,
  limit_passwords_row: m.fact_limit_passwords_row,
  limit_passwords_known: m.fact_limit_passwords_known,
  limit_codes: m.fact_limit_codes,
  limit_codes_known: m.fact_limit_codes_known,
  limit_code_mails: m.fact_limit_code_mails,
  limit_code_mails_known: m.fact_limit_code_mails_known,
  limit_factors: m.fact_limit_factors,
  limit_factors_known: m.fact_limit_factors_known,
  limit_factor_mails: m.fact_limit_factor_mails,
  limit_login_codes: m.fact_limit_login_codes,
  limit_redeem_hour: m.fact_limit_redeem_hour,
  limit_redeem_day: m.fact_limit_redeem_day,
  limit_factors_session: m.fact_limit_factors_session,
  limit_factors_sessions: m.fact_limit_factors_sessions,
  limit_extra_codes: m.fact_limit_extra_codes,
  limit_extra_mails: m.fact_limit_extra_mails,
  limit_extra_factors: m.fact_limit_extra_factors,
  login_waits_factor: m.fact_login_waits_factor,
  login_waits_country: m.fact_login_waits_country,
  login_waits_code: m.fact_login_waits_code,
  factor_on: m.fact_factor_on,
  factor_demanded: m.fact_factor_demanded,
  factor_removal: m.fact_factor_removal,
  mailbox_changes: m.fact_mailbox_changes,
  mailbox_unconfirmed: m.fact_mailbox_unconfirmed,
  passkey_suspended: m.fact_passkey_suspended,
  passkeys: m.fact_passkeys,
  human_check: m.fact_human_check,
  refused: m.fact_refused,
  login_last: m.fact_login_last,
  login_never: m.fact_login_never,
  address_suppressed: m.fact_address_suppressed,
  code_interval: m.fact_code_interval,
  mail_none: m.fact_mail_none,
  mail_queued: m.fact_mail_queued,
  mail_deferred: m.fact_mail_deferred,
  mail_sent: m.fact_mail_sent,
  mail_refused: m.fact_mail_refused,
  mail_bounced: m.fact_mail_bounced,
  mail_suppressed: m.fact_mail_suppressed,
  mail_expired: m.fact_mail_expired,
  code_malformed: m.fact_code_malformed,
  code_unknown: m.fact_code_unknown,
  code_used_here: m.fact_code_used_here,
  code_used: m.fact_code_used,
  code_revoked: m.fact_code_revoked,
  code_expired: m.fact_code_expired,
  code_unused: m.fact_code_unused,
  benefit_retired: m.fact_benefit_retired,
  benefit_active: m.fact_benefit_active,
  lessons_none: m.fact_lessons_none,
  lessons_missing: m.fact_lessons_missing,
  lessons_done: m.fact_lessons_done,
  certificate_waits: m.fact_certificate_waits,
  certificate_issued: m.fact_certificate_issued,
  certificate_revoked: m.fact_certificate_revoked,
  watch_runs: m.fact_watch_runs,
  watch_stopped: m.fact_watch_stopped,
  machine_none: m.fact_machine_none,
  machine_role: m.fact_machine_role,
  machine_role_waits: m.fact_machine_role_waits,
  machine_role_ended: m.fact_machine_role_ended,
  machine_without_role: m.fact_machine_without_role,
  machine_invited: m.fact_machine_invited,
  workshop_waits: m.fact_workshop_waits,
  machine_former_owner: m.fact_machine_former_owner,
  machine_lost: m.fact_machine_lost,
  machine_distrusted: m.fact_machine_distrusted,
  machine_training: m.fact_machine_training,
  machine_request_open: m.fact_machine_request_open,
  machine_request_denied: m.fact_machine_request_denied,
  machine_barred: m.fact_machine_barred,
} satisfies Readonly<Record<string, Text>>
export type FactCode = keyof typeof FACT_TEXTS

export const FACT_CODES = Object.keys(FACT_TEXTS) as readonly FactCode[]

export function factText(code: FactCode, values: FactValues = {}, locale: Language): string {
  const inputs = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[locale] : value]),
  )
  const text: (inputs: object, options: { readonly locale: Language }) => string = FACT_TEXTS[code] as never
  return text(inputs, { locale })
}
