/** Rules of single fields on the visitor pages. The server has the last word; these only spare a round trip. */
import { isEmailAddress } from '@kerf/contract/email-address'
import * as m from '@kerf/locales/messages'

/** A text in the language of the moment it is shown. */
export type LocalizedText = () => string
/** The fault of a value beside the form's other values, or undefined. */
export type FieldRule = (value: string, others: Readonly<Record<string, string>>) => LocalizedText | undefined

export const optionalRule: FieldRule = () => undefined

export const requiredRule =
  (text: LocalizedText): FieldRule =>
  value =>
    value === '' ? text : undefined

export const emailRule: FieldRule = value => {
  const typed = value.trim()
  if (typed === '') return m.field_email_required
  return isEmailAddress(typed) ? undefined : m.field_email_invalid
}

export const agreementRule = requiredRule(m.field_agreement_required)
export const passwordRule = requiredRule(m.field_password_required)
