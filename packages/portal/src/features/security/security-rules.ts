/** Rules of fields that only the security pages have. */
import * as m from '@kerf/locales/messages'
import type { FieldRule } from '../../lib/field-rules.ts'
import { newPasswordRule } from '../../lib/lazy-field-rules.ts'

export const differentEmail =
  (present: string): FieldRule =>
  value =>
    value.trim().toLowerCase() === present.toLowerCase() ? m.security_email_same : undefined

/** A password that is to take the place of `oldPassword`. */
export const differentPassword: FieldRule = (value, others) => {
  const fault = newPasswordRule(value, others)
  if (fault) return fault
  return value === others.oldPassword ? m.security_password_same : undefined
}

export const deletionConfirmed: FieldRule = value =>
  value === '' ? m.security_delete_confirm_required : undefined
