/** Rules of fields that only the security pages have. */
import * as m from '@kerf/locales/messages'
import { newPassword } from '../../lib/later-rules.ts'
import type { Rule } from '../../lib/rules.ts'

export const differentEmail =
  (present: string): Rule =>
  value =>
    value.trim().toLowerCase() === present.toLowerCase() ? m.security_email_same : undefined

/** A password that is to take the place of `oldPassword`. */
export const differentPassword: Rule = (value, others) => {
  const fault = newPassword(value, others)
  if (fault) return fault
  return value === others.oldPassword ? m.security_password_same : undefined
}

export const deletionConfirmed: Rule = value =>
  value === '' ? m.security_delete_confirm_required : undefined
