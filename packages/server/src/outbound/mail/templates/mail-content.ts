import type { LOGIN_CODE_PURPOSES } from '@kerf/contract/endpoints/factors'
import type { WorkshopActKind } from '@kerf/contract/machines/workshops'

/** Of machines without display, for their next owners. `machine`: line and end of the serial number */
export type RenewedCards = readonly { readonly machine: string; readonly card: string }[]

/** Content of a mail: the template and its arguments. */
export type MailContent =
  | {
      readonly template: 'code'
      readonly code: string
      readonly scene: string
      readonly minutes: number
    }
  | { readonly template: 'already_registered' }
  | { readonly template: 'no_account' }
  | { readonly template: 'account_deleted'; readonly cards?: RenewedCards }
  | OperatorContent
  | OwnerContent

/** A name in both languages. */
type Names = Readonly<Record<'en' | 'zh', string>>

/** A change that an operator made to the account. */
export type OperatorContent =
  | {
      readonly template:
        | 'support_benefit_given'
        | 'support_benefit_taken'
        | 'support_redemption_undone'
        | 'support_redemption_voided'
      readonly benefit: Names
    }
  | { readonly template: 'support_course_credited'; readonly course: Names }
  /** the link to the certificate */
  | { readonly template: 'support_certificate'; readonly course: Names; readonly number: string }
  | { readonly template: 'support_unlocked' }
  /** a stolen account: leads to the reset of the password */
  | { readonly template: 'support_restored' }
  /** `from`: address of the account that was closed, masked. `second`: it becomes the second address */
  | { readonly template: 'support_merged'; readonly from: string; readonly second: boolean }
  /** to the account that was closed. `into`: address of the one that stays, masked */
  | { readonly template: 'support_merged_away'; readonly into: string }
  /** `account`: enterprise account ID. The password itself is never mailed. */
  | { readonly template: 'operator_default_password'; readonly account: string }
  | { readonly template: 'operator_sessions_ended'; readonly count: number }
  | { readonly template: 'operator_factor_removed' }
  | { readonly template: 'operator_deleted'; readonly cards?: RenewedCards }
  /** `to`: the new address, masked */
  | { readonly template: 'operator_email_changed'; readonly to: string }

/** A change of the account: when, where, and a link that reports "this was not me". */
export type OwnerContent = (
  | { readonly template: 'password_reset' }
  | { readonly template: 'password_changed' }
  | { readonly template: 'password_set' }
  | { readonly template: 'sessions_cleared'; readonly count: number }
  | { readonly template: 'sessions_dropped'; readonly count: number }
  /** `restorable`: the link restores the former address */
  | { readonly template: 'email_changed'; readonly to: string; readonly restorable?: boolean }
  /** `to`: the second address, masked; it counts from `startsAt` on, unix seconds */
  | { readonly template: 'second_email_set'; readonly to: string; readonly startsAt: number }
  /** Operators change the address at `startsAt`, unix seconds. `to`: the new address, masked */
  | { readonly template: 'mailbox_change_started'; readonly to: string; readonly startsAt: number }
  /** to the new address. `confirm`: token of the link that confirms it */
  | { readonly template: 'mailbox_change_confirm'; readonly startsAt: number; readonly confirm: string }
  | { readonly template: 'mailbox_change_stopped'; readonly to: string }
  /** Operators merge the account with that of the address `to`, masked, at `startsAt`, unix seconds */
  | { readonly template: 'merge_started'; readonly to: string; readonly startsAt: number }
  | { readonly template: 'merge_stopped' }
  /** it counts until `endsAt`, unix seconds */
  | { readonly template: 'second_email_removed'; readonly endsAt: number }
  | { readonly template: 'social_connected'; readonly channel: string }
  | { readonly template: 'social_disconnected'; readonly channel: string }
  /** `passkey`: its name, '' if it has none */
  | { readonly template: 'passkey_added'; readonly passkey: string }
  | { readonly template: 'passkey_removed'; readonly passkey: string }
  | { readonly template: 'passkey_suspended'; readonly passkey: string }
  | { readonly template: 'factor_added' }
  | { readonly template: 'factor_removed' }
  | { readonly template: 'recovery_codes_renewed' }
  /** `left`: unused codes */
  | { readonly template: 'recovery_code_used'; readonly left: number }
  /** lost factors can be removed from `readyAt` on, unix seconds */
  | { readonly template: 'factor_removal_started'; readonly readyAt: number }
  | { readonly template: 'factor_removal_reminder'; readonly readyAt: number }
  | { readonly template: 'factor_removal_ready'; readonly readyAt: number }
  | { readonly template: 'factor_removal_stopped' }
  | {
      readonly template: 'login_code'
      readonly code: string
      readonly purpose: (typeof LOGIN_CODE_PURPOSES)[number]
      /** token of the link that allows the login; '' or missing: no link */
      readonly allow?: string
    }
  /** of the owner of a machine. `machine`: its name, or line and end of the serial number */
  | {
      readonly template:
        | 'machine_offered'
        | 'machine_transferred'
        | 'machine_released'
        | 'machine_requested'
        | 'machine_assigned'
        | 'machine_card_shown'
        | 'machine_card_used'
      readonly machine: string
      /** of a released machine without display, for its next owner */
      readonly card?: string
    }
  /** of a safety course. `date`: the end, in UTC; `machines`: names */
  | {
      readonly template: 'certificate_ending'
      readonly course: string
      readonly date: string
      readonly machines: string
    }
  /** An admin has started something that another admin can stop until `startsAt`, unix seconds. `about`: machine or person */
  | {
      readonly template: 'workshop_act'
      readonly act: WorkshopActKind
      readonly about: string
      readonly workshop: string
      readonly startsAt: number
    }
  /** `about`: the person */
  | {
      readonly template: 'workshop_admin' | 'workshop_left'
      readonly about: string
      readonly workshop: string
    }
  /** `cards`: of its machines without display, for their next owners */
  | { readonly template: 'workshop_dissolved'; readonly workshop: string; readonly cards?: RenewedCards }
  /** A person was logged in at a machine. `machine`: its name, or line and end of the serial number */
  | { readonly template: 'machine_paired'; readonly machine: string }
  /** A device was logged in by its code. `app`: its name */
  | { readonly template: 'device_allowed'; readonly app: string }
  /** the right password, and wrong codes of the second step */
  | { readonly template: 'second_step_failed' }
  | { readonly template: 'new_device'; readonly ip: string }
) & {
  /** unix seconds */
  readonly at: number
  readonly place: string
  /** labels of the caller's browser or app; missing in mails of an earlier version, and where the server acts */
  readonly application?: string
  readonly platform?: string
  /** IANA name of the caller's time zone; missing in mails of an earlier version */
  readonly timeZone?: string
  /** token of the link, see `notMeLink`; '' leaves the link out */
  readonly notMe: string
}
