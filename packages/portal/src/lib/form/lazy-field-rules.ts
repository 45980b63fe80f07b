/** Validation rules that the login page does not need at first. Kept apart to keep its script small. */
import * as m from '@kerf/locales/messages'
import type { FieldRule } from './field-rules.ts'
import { findNewPasswordFlaw } from './new-password-flaw.ts'

export const verificationCodeRule: FieldRule = value => {
  if (value.trim() === '') return m.field_code_required
  return /^\d{6}$/.test(value.trim()) ? undefined : m.field_code_invalid
}

export const newPasswordRule: FieldRule = (value, { email = '', account = '' }) =>
  value === '' ? m.field_password_required : findNewPasswordFlaw(value, { email: email.trim(), account })

/** The repetition of the field `password`. */
export const repeatedPasswordRule: FieldRule = (value, { password }) => {
  if (value === '') return m.field_password_again_required
  return value === password ? undefined : m.field_password_mismatch
}

export const accountRule: FieldRule = value => (value.trim() === '' ? m.field_account_required : undefined)
