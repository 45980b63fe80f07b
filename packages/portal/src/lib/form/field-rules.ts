/** Validation rules of the login page. They save a round trip; the server validates again. */
import { isEmailAddress } from '@kerf/contract/email-address'
import * as m from '@kerf/locales/messages'
import type { LocalizedText } from '../api/error-texts.ts'
import { isAgreementAsked } from './agreement.ts'

/** Returns the error of a value, given all values of the form; undefined if it is valid. */
export type FieldRule = (value: string, others: Readonly<Record<string, string>>) => LocalizedText | undefined

export const optionalRule: FieldRule = () => undefined

export const requiredRule =
  (error: LocalizedText): FieldRule =>
  value =>
    value === '' ? error : undefined

export const emailRule: FieldRule = value => {
  const email = value.trim()
  if (email === '') return m.field_email_required
  return isEmailAddress(email) ? undefined : m.field_email_invalid
}

/** The box of a sign-up. */
export const agreementRule = requiredRule(m.field_agreement_required)
/** The box of a login, where it is not replaced by a line: see `agreement.ts`. */
export const loginAgreementRule: FieldRule = (value, others) =>
  isAgreementAsked() ? agreementRule(value, others) : undefined
export const passwordRule = requiredRule(m.field_password_required)
