/** Rules of single fields on the visitor pages. The server has the last word; these only spare a round trip. */
import { isEmailAddress } from '@kerf/contract/email-address'
import * as m from '@kerf/locales/messages'

/** A text in the language of the moment it is shown. */
export type Text = () => string
/** The fault of a value beside the form's other values, or undefined. */
export type Rule = (value: string, others: Readonly<Record<string, string>>) => Text | undefined

export const anything: Rule = () => undefined

export const filled =
  (text: Text): Rule =>
  value =>
    value === '' ? text : undefined

export const email: Rule = value => {
  const typed = value.trim()
  if (typed === '') return m.field_email_required
  return isEmailAddress(typed) ? undefined : m.field_email_invalid
}

export const agreed = filled(m.field_agreement_required)
export const password = filled(m.field_password_required)
