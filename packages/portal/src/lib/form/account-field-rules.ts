/** Field rules of the account pages. */
import * as m from '@kerf/locales/messages'
import type { FieldRule } from './field-rules.ts'
import { newPasswordRule } from './lazy-field-rules.ts'

export const differentEmail =
  (present: string): FieldRule =>
  value =>
    value.trim().toLowerCase() === present.toLowerCase() ? m.security_email_same : undefined

/** A new password that replaces `oldPassword`. */
export const differentPassword: FieldRule = (value, others) => {
  const error = newPasswordRule(value, others)
  if (error) return error
  return value === others.oldPassword ? m.security_password_same : undefined
}

export const deletionConfirmed: FieldRule = value =>
  value === '' ? m.security_delete_confirm_required : undefined
