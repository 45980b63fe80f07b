/** Values of people and machines on their way into a mail: always text, never mark-up or a second line (S-077). */

/** Control characters, and the invisible ones that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** One line without control or direction characters. */
export const oneLine = (value: string): string => value.replace(UNSEEN, ' ').trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe inside an element and inside a quoted attribute. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, found => ENTITIES[found] ?? '')
