import type { Language } from '@kerf/contract/language'
import { type LegalName, type LegalText, loadLegalText } from '@kerf/locales/legal'

const texts = new Map<string, Promise<LegalText>>()

/** The same promise for the same text, so that a component may wait for it; one that failed is asked for anew. */
export function legalText(name: LegalName, language: Language): Promise<LegalText> {
  const key = `${name} ${language}`
  const known = texts.get(key)
  if (known) return known
  const text = loadLegalText(name, language)
  texts.set(key, text)
  text.catch(() => texts.delete(key))
  return text
}
