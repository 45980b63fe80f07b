/** Rules for new passwords (R-35, S-001, S-002): length in code points, not common, not made of known words. */
import { readFileSync } from 'node:fs'
import { ApiError } from '../../platform/errors/api-error.ts'

export interface PasswordPolicy {
  readonly min: number
  readonly max: number
}

/** Words of the account that must not be its password. */
export interface PasswordContext {
  readonly email?: string
  readonly account?: string
}

const PRODUCT_WORDS = ['kerfpassport', 'passport', 'kerf']

let cachedPasswords: ReadonlySet<string> | undefined
function commonPasswords(): ReadonlySet<string> {
  cachedPasswords ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('# ')),
  )
  return cachedPasswords
}

/**
 * Throws `bad_request` for the length, `password_too_common` otherwise. There are no composition rules, and the password is
 * never normalized or truncated.
 */
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

/** Whether the password is the word, optionally followed by up to four digits or signs. */
function isWordWithDigits(password: string, word: string | undefined): boolean {
  if (word === undefined || word.length < 4) return false
  const folded = word.toLowerCase()
  return password.startsWith(folded) && /^[\d\W_]{0,4}$/.test(password.slice(folded.length))
}
