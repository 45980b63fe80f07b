/** Names the event of a security mail where the mail is not at hand. */
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import type { OwnerContent } from './mail-content.ts'

/**
 * The heading of the mail; where that does not name the event, the heading of another mail about the same event. `undefined`: the
 * heading needs more of the mail, such as the name of a workshop, or the mail has no “This wasn’t me”.
 */
const EVENTS = {
  password_reset: m.mail_password_reset_heading,
  password_changed: m.mail_password_reset_heading,
  password_set: m.mail_password_set_heading,
  sessions_cleared: m.mail_sessions_cleared_heading,
  sessions_dropped: m.mail_sessions_dropped_heading,
  email_changed: m.mail_email_changed_heading,
  second_email_set: m.mail_second_email_set_heading,
  second_email_removed: m.mail_second_email_removed_heading,
  mailbox_change_started: m.mail_mailbox_change_heading,
  mailbox_change_stopped: m.mail_mailbox_stopped_heading,
  merge_started: m.mail_merge_started_heading,
  merge_stopped: m.mail_merge_stopped_heading,
  social_connected: m.mail_social_connected_heading,
  social_disconnected: m.mail_social_disconnected_heading,
  passkey_added: m.mail_passkey_added_heading,
  passkey_removed: m.mail_passkey_removed_heading,
  passkey_suspended: m.mail_passkey_suspended_heading,
  factor_added: m.mail_factor_added_heading,
  factor_removed: m.mail_factor_removed_heading,
  recovery_codes_renewed: m.mail_recovery_codes_renewed_heading,
  recovery_code_used: m.mail_recovery_code_used_heading,
  factor_removal_started: m.mail_factor_removal_started_heading,
  factor_removal_reminder: m.mail_factor_removal_started_heading,
  factor_removal_ready: m.mail_factor_removal_started_heading,
  factor_removal_stopped: m.mail_factor_removal_stopped_heading,
  login_code: m.mail_second_step_failed_heading,
  second_step_failed: m.mail_second_step_failed_heading,
  machine_paired: m.mail_machine_paired_heading,
  device_allowed: m.mail_device_allowed_heading,
  machine_offered: m.mail_machine_offered_heading,
  machine_transferred: m.mail_machine_transferred_heading,
  machine_assigned: m.mail_machine_assigned_heading,
  machine_released: m.mail_machine_released_heading,
  machine_card_shown: m.mail_machine_card_shown_heading,
  machine_card_used: m.mail_machine_card_used_heading,
  new_device: m.mail_new_device_heading,
  mailbox_change_confirm: undefined,
  machine_requested: undefined,
  certificate_ending: undefined,
  workshop_act: undefined,
  workshop_admin: undefined,
  workshop_left: undefined,
  workshop_dissolved: undefined,
} as const satisfies Record<OwnerContent['template'], unknown>

/** undefined also for a template of another version */
export const eventName = (template: string, locale: Language): string | undefined =>
  Object.hasOwn(EVENTS, template) ? EVENTS[template as keyof typeof EVENTS]?.({}, { locale }) : undefined
