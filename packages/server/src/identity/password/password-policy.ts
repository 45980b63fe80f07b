/**
 * Validation of new passwords: the rules of the contract, and the lists of passwords that everybody tries. The lists are part
 * of the server: no service is asked.
 */
import { foldPassword, isWordWithAffixes } from '@kerf/contract/password/password-patterns'
import {
  findPasswordFlaw,
  type PasswordContext,
  type PasswordPolicy,
  passwordCandidates,
} from '@kerf/contract/password/password-rules'
import { countCodePoints } from '@kerf/contract/user-text'
import { ApiError } from '../../platform/errors/api-error.ts'
import { isCommonPassword, isMostCommonPassword } from './common-passwords.ts'

/** Digits and signs around a common word that do not make it harder to guess. */
const AFFIX_MAX = 4

/** Throws `bad_request`. The length is a rule of the form: it is checked before any fact about the account. */
export function assertPasswordLength(password: string, { min, max }: PasswordPolicy): void {
  const length = countCodePoints(password)
  if (length < min || length > max)
    throw new ApiError('bad_request', { fields: { password: 'password_length' } })
}

/**
 * Throws `bad_request` for the length, `password_too_common` otherwise; the field error says which rule refused it. There are
 * no composition rules, and the password is never normalized or truncated: it is only compared in a folded form.
 */
export function assertPasswordAllowed(
  password: string,
  policy: PasswordPolicy,
  context: PasswordContext = {},
): void {
  const flaw =
    findPasswordFlaw(password, policy, context) ?? (isListed(password) ? 'password_too_common' : undefined)
  if (flaw === undefined) return
  const error = flaw === 'password_length' ? 'bad_request' : 'password_too_common'
  throw new ApiError(error, { fields: { password: flaw } })
}

const isListed = (password: string): boolean =>
  passwordCandidates(foldPassword(password)).some(
    candidate => isCommonPassword(candidate) || isWordWithAffixes(candidate, isMostCommonPassword, AFFIX_MAX),
  )

/** Throws `password_inconsistency`. Before anything is counted: a typing error must not use up a try. */
export function confirmedPassword({
  password,
  confirmPassword = password,
}: {
  readonly password: string
  readonly confirmPassword?: string | undefined
}): string {
  if (confirmPassword === password) return password
  throw new ApiError('password_inconsistency', { fields: { confirmPassword: 'password_mismatch' } })
}
