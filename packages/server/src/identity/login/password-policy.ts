/** What a new password must be (decisions 6, S-001, S-002): length in code points, not common, not the context's words. */
import { readFileSync } from 'node:fs'
import { ApiError } from '../../platform/errors/api-error.ts'

export interface PasswordPolicy {
  readonly min: number
  readonly max: number
}

/** What of the account and the product must not serve as its password. */
export interface PasswordContext {
  readonly email?: string
  readonly account?: string
}

const PRODUCT_WORDS = ['kerfpassport', 'passport', 'kerf']

let common: ReadonlySet<string> | undefined
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('# ')),
  )
  return common
}

/** Throws 20001 (length, beside the field) or 20119 (too common). No composition rules, no folding, no cutting. */
export function assertPasswordAllowed(
  password: string,
  policy: PasswordPolicy,
  context: PasswordContext = {},
): void {
  const length = [...password].length
  if (length < policy.min || length > policy.max)
    throw new ApiError('bad_request', { fields: { password: 'password_length' } })
  const folded = password.toLowerCase()
  const words = [...PRODUCT_WORDS, context.email, context.email?.split('@')[0], context.account]
  if (commonPasswords().has(folded) || words.some(word => isWordWithDigits(folded, word)))
    throw new ApiError('password_too_common', { fields: { password: 'password_too_common' } })
}

/** The word itself, also with up to four digits or signs behind it. */
function isWordWithDigits(password: string, word: string | undefined): boolean {
  if (word === undefined || word.length < 4) return false
  const folded = word.toLowerCase()
  return password.startsWith(folded) && /^[\d\W_]{0,4}$/.test(password.slice(folded.length))
}
