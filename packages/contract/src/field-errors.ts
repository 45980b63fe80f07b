/** Keys of the texts beside a form field. A schema names one as its message; the texts are `field_…`. */
export const FIELD_ERRORS = [
  'required',
  'email_required',
  'email_invalid',
  'account_required',
  'password_required',
  'password_length',
  'password_too_common',
  'password_pattern',
  'password_own_words',
  'password_mismatch',
  'code_required',
  'code_invalid',
  'agreement_required',
  'redemption_code_required',
  'redemption_code_format',
  'too_short',
  'too_long',
  'length',
  'invalid',
  'unknown_field',
] as const
export type FieldErrorKey = (typeof FIELD_ERRORS)[number]

/** The key of a schema's message; anything unforeseen reads as plain `invalid`. */
export function asFieldErrorKey(message: string): FieldErrorKey {
  return (FIELD_ERRORS as readonly string[]).includes(message) ? (message as FieldErrorKey) : 'invalid'
}
