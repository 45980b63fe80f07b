import type { Language } from '@kerf/contract/language'
import { type LegalName, type LegalText, loadLegalText } from '@kerf/locales/legal'

const texts = new Map<string, Promise<LegalText>>()

/** After a failure the text may be asked for anew, but not at once: a component that waits would ask in a circle. */
const RETRY_DELAY_MS = 2_000

/** The same promise for the same text, so that a component may wait for it. */
export function legalText(name: LegalName, language: Language): Promise<LegalText> {
  const key = `${name} ${language}`
  const known = texts.get(key)
  if (known) return known
  const text = loadLegalText(name, language)
  texts.set(key, text)
  text.catch(() => setTimeout(() => texts.delete(key), RETRY_DELAY_MS))
  return text
}
