/**
 * Makes texts of customers and of other operators safe to print: a nickname must not move the cursor, change the title of the window,
 * or turn the direction of a line (log injection).
 */

/** Control characters except line feed, and marks that change the direction of text. */
const UNSAFE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** Bold, faint and back: the styles of previews, which change nothing else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the start of a style
const STYLES = /(\u001b\[(?:1|2|22)m)/

/** Text of several lines. */
export const visibleText = (text: string): string =>
  text
    .split(STYLES)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(UNSAFE, character => (/[\n\t]/.test(character) ? character : escaped(character))),
    )
    .join('')

/** Text of one line, such as a cell. */
export const visibleLine = (text: string): string => text.replace(UNSAFE, escaped)

/** JSON escapes C0 by itself, and C1, DEL and the rest as valid JSON here. */
export const visibleJson = (value: unknown): string => visibleLine(JSON.stringify(value))
