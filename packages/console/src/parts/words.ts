/** Words for values of the server. An unknown value, of a newer server, is shown as it is. */
import * as m from '@kerf/locales/messages'
import { formatDateTime } from '@kerf/portal/console-ui'

type Words = Readonly<Record<string, () => string>>
const wordOf =
  (words: Words) =>
  (value: string): string =>
    words[value]?.() ?? value

export const statusWord = wordOf({
  active: m.console_status_active,
  restricted: m.console_status_restricted,
  banned: m.console_status_banned,
})
/** What a search finds by an ID of its own. */
const FOUND_BY_ID = {
  session: m.console_by_session,
  request: m.console_col_request,
  certificate: m.console_by_certificate,
  code: m.console_by_code,
  machine: m.console_by_machine,
  app: m.console_by_app,
}
export const kindWord = wordOf({
  personal: m.console_kind_personal,
  enterprise: m.console_kind_enterprise,
  account: m.console_about_account,
  'erased account': m.console_kind_erased,
  ...FOUND_BY_ID,
})
/** What a hit was found by. */
export const foundByWord = wordOf({
  uid: m.console_person_uid,
  address: m.console_col_email,
  'second address': m.console_person_second_email,
  'former address': m.console_by_former_address,
  'similar address': m.console_by_similar_address,
  account: m.console_by_account,
  nickname: m.console_person_nickname,
  name: m.console_col_name,
  ...FOUND_BY_ID,
})
/** State of a code, a certificate or a machine that was found. */
export const stateWord = wordOf({
  unused: m.console_code_unused,
  redeemed: m.console_col_redeemed,
  revoked: m.console_message_revoked,
  expired: m.console_approval_expired,
  valid: m.console_certificate_valid,
  lost: m.console_machine_lost,
  owned: m.console_machine_owned,
  'without owner': m.console_machine_without_owner,
  open: m.console_machine_open,
  denied: m.console_approval_rejected,
  'used card': m.console_machine_used_card,
})
export const outcomeWord = wordOf({ ok: m.console_audit_ok, refused: m.console_audit_refused })
export const approvalWord = wordOf({
  pending: m.console_approval_pending,
  approved: m.console_approval_approved,
  rejected: m.console_approval_rejected,
  used: m.console_approval_used,
  expired: m.console_approval_expired,
})
export const mailStatusWord = wordOf({
  queued: m.console_mail_queued,
  deferred: m.console_mail_deferred,
  sent: m.console_mail_sent,
  refused: m.console_mail_refused,
  bounced: m.console_mail_bounced,
  suppressed: m.console_mail_suppressed,
  expired: m.console_mail_expired,
})
/** Who must act that an email is accepted. */
export const mailFaultWord = wordOf({
  sender: m.console_mail_fault_sender,
  receiver: m.console_mail_fault_receiver,
  message: m.console_mail_fault_message,
  connection: m.console_mail_fault_connection,
})
export const appTypeWord = wordOf({
  web: m.console_app_type_web,
  browser: m.console_app_type_browser,
  native: m.console_app_type_native,
  device: m.console_app_type_device,
  api: m.console_app_type_api,
})
export const categoryWord = wordOf({
  system: m.messages_kind_system,
  activity: m.messages_kind_activity,
  app: m.messages_kind_app,
  device: m.messages_kind_device,
})
export const courseWord = wordOf({ laser: m.check_course_laser, printer: m.check_course_printer })
export const machineRoleWord = wordOf({
  owner: m.machines_role_owner,
  manager: m.machines_role_manager,
  operator: m.machines_role_operator,
  admin: m.workshops_role_admin,
  member: m.workshops_role_member,
})
/** How a person came to a machine; '' where the role says it. */
export const machineWayWord = wordOf({
  role: () => '',
  workshop: () => '',
  invitation: m.console_machine_invited,
  request: m.console_machine_requested,
})
/** What a limit of an account counts. */
export const limitWord = wordOf({
  'fail-short': m.console_limit_fail_short,
  'fail-long': m.console_limit_fail_long,
  'fail-row': m.console_limit_fail_row,
  'fail-known': m.console_limit_fail_known,
  wrong: m.console_limit_wrong,
  'wrong-known': m.console_limit_wrong_known,
  code: m.console_limit_code,
  'mails-known': m.console_limit_mails_known,
  factor: m.console_limit_factor,
  'factor-known': m.console_limit_factor_known,
  'factor-mail': m.console_limit_factor_mail,
  'login-code': m.console_limit_login_code,
  'factor-session': m.console_limit_factor_session,
  'factor-sessions': m.console_limit_factor_sessions,
  'extra-code.account': m.console_limit_extra_code,
  'extra-mail.account': m.console_limit_extra_mail,
  'extra-factor.account': m.console_limit_extra_factor,
  'redeem.wrong.hour': m.console_limit_redeem_hour,
  'redeem.wrong.day': m.console_limit_redeem_day,
})
const methodOf = wordOf({
  password: m.console_method_password,
  captcha: m.console_method_code,
  passkey: m.console_method_passkey,
  enterprise: m.console_method_enterprise,
  register: m.console_method_register,
  ticket: m.console_method_ticket,
  reset: m.console_method_reset,
})
/** How somebody logged in. Of social accounts the provider has a name of its own: `social.google`. */
export const methodWord = (method: string): string =>
  method.startsWith('social.')
    ? m.console_method_social({ provider: method.slice('social.'.length) })
    : methodOf(method)

/** Roles have the names of the command line in both languages. */
export const roleNames = (roles: readonly string[]): string => roles.join(', ')

/** `uid:…` shortened; `all` in words. */
export function audienceWord(audience: string): string {
  if (audience === 'all') return m.console_audience_all()
  return audience.startsWith('uid:') ? audience.slice(0, 'uid:'.length + 8) : audience
}

type Detail = Readonly<Record<string, unknown>>
const TIMES = new Set(['from', 'until', 'expiresAt', 'readyAt'])
const valueText = (value: unknown, isTime: boolean): string => {
  if (isTime && typeof value === 'number' && value > 0) return formatDateTime(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `changed` of an audit row: each field with its value before and after. */
const changeLines = (changed: Detail): string[] =>
  Object.entries(changed).map(([field, change]) => {
    const { from, to } = change as Detail
    return `${field}: ${valueText(from, TIMES.has(field))} → ${valueText(to, TIMES.has(field))}`
  })

/** Lines of a JSON object, for details that no screen knows. Their names are those of the audit record. */
export const detailText = (detail: Detail): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) =>
      name === 'changed' && typeof value === 'object'
        ? changeLines(value as Detail)
        : [`${name}: ${valueText(value, TIMES.has(name))}`],
    )
    .join('\n')
