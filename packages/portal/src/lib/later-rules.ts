/** Rules that the first screen does without. */
import * as m from '@kerf/locales/messages'
import { page } from './page.ts'
import type { Rule } from './rules.ts'

export const code: Rule = value => {
  if (value.trim() === '') return m.field_code_required
  return /^\d{6}$/.test(value.trim()) ? undefined : m.field_code_invalid
}

/** Length in code points, as the server counts. */
export const newPassword: Rule = value => {
  if (value === '') return m.field_password_required
  const { min, max } = page().data.password
  const length = [...value].length
  return length < min || length > max ? () => m.field_password_length({ min, max }) : undefined
}

/** The new password once more. */
export const repeated: Rule = (value, { password }) => {
  if (value === '') return m.field_password_again_required
  return value === password ? undefined : m.field_password_mismatch
}

export const account: Rule = value => (value.trim() === '' ? m.field_account_required : undefined)
