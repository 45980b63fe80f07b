/**
 * Rules for new passwords (R-35, S-001 to S-003): length in code points, not one that everybody tries, not made of known
 * words, no pattern. The lists are part of the server: no service is asked.
 */
import { ApiError } from '../../platform/errors/api-error.ts'
import { foldPassword, isCommonPassword, isMostCommonPassword } from './common-passwords.ts'
import {
  isBlank,
  isPattern,
  isWordWithAffixes,
  leetVariants,
  patternFreeLength,
  repeatedPart,
} from './password-patterns.ts'

export interface PasswordPolicy {
  readonly min: number
  readonly max: number
  /** names of the product and its brands, which must not be the password */
  readonly productNames: readonly string[]
}

/** Words of the account that must not be its password. */
export interface PasswordContext {
  readonly email?: string
  readonly account?: string
}

/** Digits and signs around a word, and characters beside own words, that do not make it harder to guess. */
const AFFIX_MAX = 4
const OWN_WORD_MIN = 4

type PasswordFlaw = 'password_length' | 'password_pattern' | 'password_own_words' | 'password_too_common'

/**
 * Throws `bad_request` for the length, `password_too_common` otherwise; the field error says which rule refused it. There are
 * no composition rules, and the password is never normalized or truncated: it is only compared in a folded form.
 */
export function assertPasswordAllowed(
  password: string,
  policy: PasswordPolicy,
  context: PasswordContext = {},
): void {
  const flaw = findFlaw(password, policy, context)
  if (flaw === undefined) return
  const error = flaw === 'password_length' ? 'bad_request' : 'password_too_common'
  throw new ApiError(error, { fields: { password: flaw } })
}

function findFlaw(
  password: string,
  policy: PasswordPolicy,
  context: PasswordContext,
): PasswordFlaw | undefined {
  const { min, max, productNames } = policy
  const length = [...password].length
  if (length < min || length > max) return 'password_length'
  const folded = foldPassword(password)
  const part = repeatedPart(folded)
  if (isBlank(folded) || (part !== folded && [...part].length < min)) return 'password_pattern'
  const { email = '', account = '' } = context
  const ownWords = [...productNames, email, email.split('@')[0] ?? '', account].flatMap(wordsOf)
  const candidates = [...new Set([folded, part])]
  if (candidates.some(candidate => isMadeOf(ownWords, candidate))) return 'password_own_words'
  if (isPattern(folded, min)) return 'password_pattern'
  const isKnown = (text: string): boolean =>
    isCommonPassword(text) || isWordWithAffixes(text, isMostCommonPassword, AFFIX_MAX)
  return candidates.some(isKnown) ? 'password_too_common' : undefined
}

/** A name as a whole and its parts, in plain and leet spelling: `the-workshop` → `the-workshop`, `workshop`. */
function wordsOf(name: string): readonly string[] {
  const folded = foldPassword(name)
  const parts = [folded, ...folded.split(/[^\p{L}]+/u)]
  return parts.filter(part => [...part].length >= OWN_WORD_MIN).flatMap(leetVariants)
}

/** Whether little remains of a folded password without the words. */
function isMadeOf(words: readonly string[], folded: string): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  return leetVariants(folded).some(variant => {
    const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), variant)
    return rest !== variant && patternFreeLength([...rest]) <= AFFIX_MAX
  })
}
