import type { Language } from '@kerf/contract/language'
import { type LegalName, type LegalText, loadLegalText } from '@kerf/locales/legal'

const texts = new Map<string, Promise<LegalText>>()

/** A failed load stays cached for this long: a suspended component would otherwise request it again in a loop. */
const RETRY_DELAY_MS = 2_000

/** Returns the same promise for the same text, as `use` requires. */
export function legalText(name: LegalName, language: Language): Promise<LegalText> {
  const key = `${name} ${language}`
  const known = texts.get(key)
  if (known) return known
  const text = loadLegalText(name, language)
  texts.set(key, text)
  text.catch(() => setTimeout(() => texts.delete(key), RETRY_DELAY_MS))
  return text
}
