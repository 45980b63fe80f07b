/** Escapes values that users or clients chose before they are put into a mail (S-077). */
import { CONTROL_CHARACTERS } from '../http/control-characters.ts'

/** One line without control or direction characters. */
export const oneLine = (value: string): string => value.replace(CONTROL_CHARACTERS, ' ').trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe inside an element and inside a quoted attribute. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, found => ENTITIES[found] ?? '')
