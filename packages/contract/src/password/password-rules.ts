/**
 * Rules for new passwords that need no list (R-35, S-001 to S-003): length in code points, no pattern, not made of known
 * words. The server enforces them and compares with its lists of common passwords; the portal gives the reason while the
 * person types. Loaded with the forms that set a password only.
 */
import {
  foldPassword,
  isBlank,
  isPattern,
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

export type PasswordFlaw = 'password_length' | 'password_pattern' | 'password_own_words'

/** Characters beside own words that do not make a password harder to guess. */
const REST_MAX = 4
const OWN_WORD_MIN = 4

/** The folded password and, if it repeats a part, that part: a repeated word is as easy to guess as the word. */
export const passwordCandidates = (folded: string): readonly string[] => [
  ...new Set([folded, repeatedPart(folded)]),
]

export function findPasswordFlaw(
  password: string,
  { min, max, productNames }: PasswordPolicy,
  { email = '', account = '' }: PasswordContext = {},
): PasswordFlaw | undefined {
  const length = [...password].length
  if (length < min || length > max) return 'password_length'
  const folded = foldPassword(password)
  const part = repeatedPart(folded)
  if (isBlank(folded) || (part !== folded && [...part].length < min)) return 'password_pattern'
  const ownWords = [
    ...wordsOfProduct(productNames),
    ...[email, email.split('@')[0] ?? '', account].flatMap(wordsOf),
  ]
  if (passwordCandidates(folded).some(candidate => isMadeOf(ownWords, candidate))) return 'password_own_words'
  return isPattern(folded, min) ? 'password_pattern' : undefined
}

/** A name as a whole and its parts, in plain and leet spelling: `the-workshop` → `the-workshop`, `workshop`. */
function wordsOf(name: string): readonly string[] {
  const folded = foldPassword(name)
  const parts = [folded, ...folded.split(/[^\p{L}]+/u)]
  return parts.filter(part => [...part].length >= OWN_WORD_MIN).flatMap(leetVariants)
}

const productWords = new WeakMap<readonly string[], readonly string[]>()

/** The names are one list for the whole run of a process. */
function wordsOfProduct(names: readonly string[]): readonly string[] {
  const words = productWords.get(names) ?? names.flatMap(wordsOf)
  productWords.set(names, words)
  return words
}

/** Whether little remains of a folded password without the words. */
function isMadeOf(words: readonly string[], folded: string): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  return leetVariants(folded).some(variant => {
    const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), variant)
    return rest !== variant && patternFreeLength([...rest]) <= REST_MAX
  })
}
