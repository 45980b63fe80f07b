import { providerNameOf } from '@kerf/contract/provider-names'
import * as m from '@kerf/locales/messages'
import { placeName } from '../../../platform/geo/place-name.ts'
import { cardBlocks } from './account-deleted.ts'
import { formatBrowser, formatTime } from './format-sign-in.ts'
import type { OwnerContent } from './mail-content.ts'
import {
  button,
  details,
  type MailTemplate,
  link as secondWay,
  type TemplateContext,
  text,
} from './mail-template.ts'

type Content = Exclude<OwnerContent, { readonly template: 'new_device' }>

const channelName = (channel: string, options: TemplateContext['options']): string =>
  providerNameOf(channel, m.social_channel_wechat({}, options))

const LOGIN_CODE_BODIES = {
  country: m.mail_login_code_country_body,
  connection: m.mail_login_code_connection_body,
  lost: m.mail_login_code_lost_body,
} as const

const WORKSHOP_ACT_BODIES = {
  transfer: m.mail_workshop_act_transfer,
  release: m.mail_workshop_act_release,
  confirm: m.mail_workshop_act_confirm,
  remove: m.mail_workshop_act_remove,
  dissolve: m.mail_workshop_act_dissolve,
} as const

/** Subject, heading and body of each change. */
function textsOf(content: Content, { options, brand }: TemplateContext): readonly [string, string, string] {
  const until =
    'readyAt' in content
      ? content.readyAt
      : 'startsAt' in content
        ? content.startsAt
        : 'endsAt' in content
          ? content.endsAt
          : 0
  const time = until === 0 ? '' : formatTime(until, options.locale, content.timeZone)
  switch (content.template) {
    case 'password_reset':
      return [
        m.mail_password_reset_subject({ brand }, options),
        m.mail_password_reset_heading({}, options),
        m.mail_password_reset_body({}, options),
      ]
    case 'password_changed':
      return [
        m.mail_password_reset_subject({ brand }, options),
        m.mail_password_reset_heading({}, options),
        m.mail_password_changed_body({}, options),
      ]
    case 'password_set':
      return [
        m.mail_password_set_subject({ brand }, options),
        m.mail_password_set_heading({}, options),
        m.mail_password_set_body({}, options),
      ]
    case 'sessions_cleared':
      return [
        m.mail_sessions_cleared_subject({ brand }, options),
        m.mail_sessions_cleared_heading({}, options),
        m.mail_sessions_cleared_body({ count: content.count }, options),
      ]
    case 'sessions_dropped':
      return [
        m.mail_sessions_dropped_subject({ brand }, options),
        m.mail_sessions_dropped_heading({}, options),
        m.mail_sessions_dropped_body({ count: content.count }, options),
      ]
    case 'email_changed':
      return [
        m.mail_email_changed_subject({ brand }, options),
        m.mail_email_changed_heading({}, options),
        m.mail_email_changed_body({ to: content.to }, options),
      ]
    case 'second_email_set':
      return [
        m.mail_second_email_set_subject({ brand }, options),
        m.mail_second_email_set_heading({}, options),
        m.mail_second_email_set_body({ to: content.to, time }, options),
      ]
    case 'mailbox_change_started':
      return [
        m.mail_mailbox_change_subject({ brand }, options),
        m.mail_mailbox_change_heading({}, options),
        m.mail_mailbox_change_started({ to: content.to, time }, options),
      ]
    case 'merge_started':
      return [
        m.mail_merge_started_subject({ brand }, options),
        m.mail_merge_started_heading({}, options),
        m.mail_merge_started_body({ to: content.to, time }, options),
      ]
    case 'merge_stopped':
      return [
        m.mail_merge_stopped_subject({ brand }, options),
        m.mail_merge_stopped_heading({}, options),
        m.mail_merge_stopped_body({}, options),
      ]
    case 'mailbox_change_confirm':
      return [
        m.mail_mailbox_confirm_subject({ brand }, options),
        m.mail_mailbox_confirm_heading({}, options),
        m.mail_mailbox_confirm_body({ brand, time }, options),
      ]
    case 'mailbox_change_stopped':
      return [
        m.mail_mailbox_stopped_subject({ brand }, options),
        m.mail_mailbox_stopped_heading({}, options),
        m.mail_mailbox_stopped_body({ to: content.to }, options),
      ]
    case 'second_email_removed':
      return [
        m.mail_second_email_removed_subject({ brand }, options),
        m.mail_second_email_removed_heading({}, options),
        m.mail_second_email_removed_body({ time }, options),
      ]
    case 'social_connected':
      return [
        m.mail_social_connected_subject({ brand }, options),
        m.mail_social_connected_heading({}, options),
        m.mail_social_connected_body({ channel: channelName(content.channel, options) }, options),
      ]
    case 'social_disconnected':
      return [
        m.mail_social_disconnected_subject({ brand }, options),
        m.mail_social_disconnected_heading({}, options),
        m.mail_social_disconnected_body({ channel: channelName(content.channel, options) }, options),
      ]
    case 'machine_paired':
      return [
        m.mail_machine_paired_subject({ brand }, options),
        m.mail_machine_paired_heading({}, options),
        m.mail_machine_paired_body({ machine: content.machine }, options),
      ]
    case 'device_allowed':
      return [
        m.mail_device_allowed_subject({ brand }, options),
        m.mail_device_allowed_heading({}, options),
        m.mail_device_allowed_body({ app: content.app }, options),
      ]
    case 'passkey_added':
      return [
        m.mail_passkey_added_subject({ brand }, options),
        m.mail_passkey_added_heading({}, options),
        m.mail_passkey_added_body({}, options),
      ]
    case 'passkey_removed':
      return [
        m.mail_passkey_removed_subject({ brand }, options),
        m.mail_passkey_removed_heading({}, options),
        m.mail_passkey_removed_body({}, options),
      ]
    case 'passkey_suspended':
      return [
        m.mail_passkey_suspended_subject({ brand }, options),
        m.mail_passkey_suspended_heading({}, options),
        m.mail_passkey_suspended_body({}, options),
      ]
    case 'factor_added':
      return [
        m.mail_factor_added_subject({ brand }, options),
        m.mail_factor_added_heading({}, options),
        m.mail_factor_added_body({}, options),
      ]
    case 'factor_removed':
      return [
        m.mail_factor_removed_subject({ brand }, options),
        m.mail_factor_removed_heading({}, options),
        m.mail_factor_removed_body({}, options),
      ]
    case 'recovery_codes_renewed':
      return [
        m.mail_recovery_codes_renewed_subject({ brand }, options),
        m.mail_recovery_codes_renewed_heading({}, options),
        m.mail_recovery_codes_renewed_body({}, options),
      ]
    case 'recovery_code_used':
      return [
        m.mail_recovery_code_used_subject({ brand }, options),
        m.mail_recovery_code_used_heading({}, options),
        m.mail_recovery_code_used_body({ count: content.left }, options),
      ]
    case 'factor_removal_started':
      return [
        m.mail_factor_removal_started_subject({ brand }, options),
        m.mail_factor_removal_started_heading({}, options),
        m.mail_factor_removal_started_body({ time }, options),
      ]
    case 'factor_removal_reminder':
      return [
        m.mail_factor_removal_reminder_subject({ brand }, options),
        m.mail_factor_removal_reminder_heading({}, options),
        m.mail_factor_removal_reminder_body({ time }, options),
      ]
    case 'factor_removal_ready':
      return [
        m.mail_factor_removal_ready_subject({ brand }, options),
        m.mail_factor_removal_ready_heading({}, options),
        m.mail_factor_removal_ready_body({}, options),
      ]
    case 'factor_removal_stopped':
      return [
        m.mail_factor_removal_stopped_subject({ brand }, options),
        m.mail_factor_removal_stopped_heading({}, options),
        m.mail_factor_removal_stopped_body({}, options),
      ]
    case 'login_code':
      return [
        m.mail_login_code_subject({ brand, code: content.code }, options),
        m.mail_login_code_heading({}, options),
        LOGIN_CODE_BODIES[content.purpose]({}, options),
      ]
    case 'machine_offered':
      return [
        m.mail_machine_offered_subject({ brand }, options),
        m.mail_machine_offered_heading({}, options),
        m.mail_machine_offered_body({ machine: content.machine }, options),
      ]
    case 'machine_transferred':
      return [
        m.mail_machine_transferred_subject({ brand }, options),
        m.mail_machine_transferred_heading({}, options),
        m.mail_machine_transferred_body({ machine: content.machine }, options),
      ]
    case 'machine_released':
      return [
        m.mail_machine_released_subject({ brand }, options),
        m.mail_machine_released_heading({}, options),
        m.mail_machine_released_body({ machine: content.machine }, options),
      ]
    case 'machine_assigned':
      return [
        m.mail_machine_assigned_subject({ brand }, options),
        m.mail_machine_assigned_heading({}, options),
        m.mail_machine_assigned_body({ machine: content.machine }, options),
      ]
    case 'machine_card_shown':
      return [
        m.mail_machine_card_shown_subject({ brand }, options),
        m.mail_machine_card_shown_heading({}, options),
        m.mail_machine_card_shown_body({ machine: content.machine }, options),
      ]
    case 'machine_card_used':
      return [
        m.mail_machine_card_used_subject({ brand }, options),
        m.mail_machine_card_used_heading({}, options),
        m.mail_machine_card_used_body({ machine: content.machine }, options),
      ]
    case 'machine_requested':
      return [
        m.mail_machine_requested_subject({ brand }, options),
        m.mail_machine_requested_heading({}, options),
        m.mail_machine_requested_body({ machine: content.machine }, options),
      ]
    case 'certificate_ending': {
      const { course, date, machines } = content
      return [
        m.mail_certificate_ending_subject({ brand }, options),
        m.mail_certificate_ending_heading({ course, date }, options),
        m.mail_certificate_ending_body({ machines }, options),
      ]
    }
    case 'workshop_act': {
      const { about, workshop } = content
      return [
        m.mail_workshop_act_subject({ brand }, options),
        m.mail_workshop_act_heading({ workshop }, options),
        WORKSHOP_ACT_BODIES[content.act]({ about, workshop, time }, options),
      ]
    }
    case 'workshop_admin':
      return [
        m.mail_workshop_admin_subject({ brand }, options),
        m.mail_workshop_admin_heading({ workshop: content.workshop }, options),
        m.mail_workshop_admin_body({ about: content.about, workshop: content.workshop }, options),
      ]
    case 'workshop_left':
      return [
        m.mail_workshop_left_subject({ brand }, options),
        m.mail_workshop_left_heading({ workshop: content.workshop }, options),
        m.mail_workshop_left_body({ about: content.about, workshop: content.workshop }, options),
      ]
    case 'workshop_dissolved':
      return [
        m.mail_workshop_dissolved_subject({ brand }, options),
        m.mail_workshop_dissolved_heading({ workshop: content.workshop }, options),
        m.mail_workshop_dissolved_body({ workshop: content.workshop }, options),
      ]
    case 'second_step_failed':
      return [
        m.mail_second_step_failed_subject({ brand }, options),
        m.mail_second_step_failed_heading({}, options),
        m.mail_second_step_failed_body({}, options),
      ]
  }
}

export function accountChangeTemplate(content: Content, context: TemplateContext): MailTemplate {
  const { options, link } = context
  const [subject, heading, body] = textsOf(content, context)
  return {
    subject,
    heading,
    blocks: [
      text(body),
      ...('card' in content && content.card !== undefined
        ? [text(m.mail_machine_released_card({ card: content.card }, options))]
        : []),
      ...(content.template === 'workshop_dissolved' ? cardBlocks(content.cards, context) : []),
      ...(content.template === 'login_code' ? [{ kind: 'code', code: content.code } as const] : []),
      ...(content.template === 'login_code' && content.allow
        ? [
            text(m.mail_login_code_allow({}, options)),
            secondWay(m.mail_action_allow_login({}, options), `${link('allow-login')}#${content.allow}`),
          ]
        : []),
      ...(content.template === 'mailbox_change_confirm'
        ? [button(m.mail_action_confirm_email({}, options), `${link('confirm-email')}#${content.confirm}`)]
        : []),
      details(
        [m.passkey_unnamed({}, options), 'passkey' in content ? content.passkey : ''],
        [m.mail_fact_time({}, options), formatTime(content.at, options.locale, content.timeZone)],
        [m.mail_fact_device({}, options), formatBrowser(content, options.locale)],
        [m.mail_fact_place({}, options), placeName(content.place, options.locale)],
      ),
      ...(content.notMe === ''
        ? []
        : [
            text(
              content.template === 'mailbox_change_started' || content.template === 'merge_started'
                ? m.mail_mailbox_change_stop({}, options)
                : m.mail_not_me({}, options),
            ),
            ...(content.template === 'email_changed' && content.restorable
              ? [text(m.mail_email_changed_restore({}, options))]
              : []),
            button(m.mail_action_not_me({}, options), `${link('not-me')}#${content.notMe}`),
          ]),
    ],
  }
}
