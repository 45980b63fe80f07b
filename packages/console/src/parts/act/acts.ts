/** What each act of the screens is called, and what it does. */
import type { ConsoleCallName } from '@kerf/contract/console/console-calls'
import * as m from '@kerf/locales/messages'

interface ActWords {
  readonly label: () => string
  /** what happens, in a sentence */
  readonly text?: () => string
  readonly tone?: 'primary' | 'danger'
}

const WORDS = {
  'user reveal': { label: m.console_person_reveal, text: m.console_person_reveal_text },
  'user unlock': { label: m.console_act_unlock, text: m.console_act_unlock_text },
  'user limits lift': { label: m.console_act_lift, text: m.console_act_lift_text },
  'user ban': { label: m.console_act_ban, text: m.console_act_ban_text, tone: 'danger' },
  'user unban': { label: m.console_act_unban, text: m.console_act_unban_text },
  'user restrict': { label: m.console_act_restrict, text: m.console_act_restrict_text },
  'user unrestrict': { label: m.console_act_unrestrict, text: m.console_act_unrestrict_text },
  'user reset-factor': {
    label: m.console_act_reset_factor,
    text: m.console_act_reset_factor_text,
    tone: 'danger',
  },
  'user session end': {
    label: m.console_act_end_session,
    text: m.console_act_end_session_text,
    tone: 'danger',
  },
  'user note': { label: m.console_act_note },
  'user change-email': { label: m.console_act_change_email, text: m.console_act_change_email_text },
  'user keep-email': { label: m.console_act_keep_email, text: m.console_act_keep_email_text },
  'user restore': {
    label: m.console_act_restore_account,
    text: m.console_act_restore_account_text,
    tone: 'danger',
  },
  'user merge': { label: m.console_act_merge, text: m.console_act_merge_text, tone: 'danger' },
  'user keep-accounts': { label: m.console_act_keep_accounts, text: m.console_act_keep_accounts_text },
  'mail resend': { label: m.console_act_send_now, text: m.console_act_send_now_text },
  'mail lift': { label: m.console_act_lift_suppression, text: m.console_act_lift_suppression_text },
  'certificate resend': { label: m.console_act_resend, text: m.console_act_resend_certificate_text },
  'certificate revoke': {
    label: m.console_act_revoke_certificate,
    text: m.console_act_revoke_certificate_text,
    tone: 'danger',
  },
  'certificate restore': { label: m.console_act_restore, text: m.console_act_restore_text },
  'redemption undo': { label: m.console_act_redemption_undo, text: m.console_act_redemption_undo_text },
  'benefit give': { label: m.console_act_give, text: m.console_act_give_text },
  'benefit take': { label: m.console_act_take, text: m.console_act_take_text, tone: 'danger' },
  'codes create': { label: m.console_codes_create, tone: 'primary' },
  'codes revoke': { label: m.console_codes_revoke, text: m.console_codes_revoke_text, tone: 'danger' },
  'message send': { label: m.console_message_send, tone: 'primary' },
  'message recall': { label: m.console_act_recall, text: m.console_act_recall_text },
  'message revoke': { label: m.console_act_revoke, text: m.console_act_revoke_text, tone: 'danger' },
  'announcement publish': { label: m.console_message_send, tone: 'primary' },
  'announcement recall': { label: m.console_act_recall, text: m.console_act_recall_text },
  'announcement revoke': { label: m.console_act_revoke, text: m.console_act_revoke_text, tone: 'danger' },
  'webhook test': { label: m.console_app_test, text: m.console_app_test_text },
  'ip ban': { label: m.console_network_ban, text: m.console_network_ban_text, tone: 'danger' },
  'ip unban': { label: m.console_act_unban, text: m.console_network_unban_text },
  'approval show': { label: m.console_approval_details, text: m.console_approval_details_text },
  'approval approve': { label: m.console_approval_approve, tone: 'primary' },
  'approval reject': { label: m.console_approval_reject },
  'operator confirm': { label: m.console_act_confirm_operator, text: m.console_act_confirm_operator_text },
} as const satisfies Partial<Readonly<Record<ConsoleCallName, ActWords>>>

export type ActName = keyof typeof WORDS

export const isAct = (name: string): name is ActName => Object.hasOwn(WORDS, name)
export const wordsOf = (name: ActName): ActWords => WORDS[name]
