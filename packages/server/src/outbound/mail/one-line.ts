/** Escapes values that users or clients chose before they are put into a mail (S-077). */

/** Control characters and invisible characters that change the text direction. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

export const hasControlCharacters = (text: string): boolean => text.search(CONTROL_CHARACTERS) >= 0

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
