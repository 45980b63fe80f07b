import * as m from '@kerf/locales/messages'
import { findNewPasswordFlaw } from '../../lib/form/new-password-flaw.ts'
import { getPageContext } from '../../lib/page/page-context.ts'

export type Strength = 'weak' | 'fair' | 'good' | 'strong'

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u, /\p{Lo}/u]
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Characters that add no entropy: repeats, and continued runs of the keyboard or alphabet. */
function spent(characters: readonly string[]): number {
  return characters.filter((character, index) => {
    const before = characters[index - 1]
    if (before === undefined) return false
    const pair = (before + character).toLowerCase()
    const backwards = (character + before).toLowerCase()
    return before === character || RUNS.some(run => run.includes(pair) || run.includes(backwards))
  }).length
}

/** Estimates strength from length, character classes and repeats. A hint only; it refuses no password. */
export function passwordStrength(password: string): Strength {
  const characters = [...password]
  const kinds = KINDS.filter(kind => kind.test(password)).length
  const distinct = new Set(characters)
  // An ideograph, one of thousands, counts as two letters.
  const ideographs = [...distinct].filter(character => /\p{Lo}/u.test(character)).length
  const worth = Math.min(characters.length - spent(characters), distinct.size * 1.5) + ideographs
  const score = worth * (0.6 + 0.2 * kinds)
  if (score < 7) return 'weak'
  if (score < 10) return 'fair'
  return score < 14 ? 'good' : 'strong'
}

const STRENGTH_TEXTS: Record<Strength, () => string> = {
  weak: m.ui_strength_weak,
  fair: m.ui_strength_fair,
  good: m.ui_strength_good,
  strong: m.ui_strength_strong,
}

/** The estimate with its label, or the reason for which the server would refuse the password. */
export function ratePassword(password: string): { strength: Strength; text: string } {
  const { min, max } = getPageContext().data.password
  const length = [...password].length
  const flaw = length < min || length > max ? undefined : findNewPasswordFlaw(password)
  if (flaw) return { strength: 'weak', text: flaw() }
  const strength = passwordStrength(password)
  return { strength, text: STRENGTH_TEXTS[strength]() }
}
