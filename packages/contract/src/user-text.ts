/** Normalizes profile texts so that they are safe to display (S-077). Shared by server and portal. */

/** Control characters, Unicode line separators and bidirectional marks. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export const normalizeLine = (text: string): string => text.replace(CONTROL_CHARACTERS, '').trim()

export const normalizeText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map(line => line.replace(CONTROL_CHARACTERS, ''))
    .join('\n')
    .trim()

export const countCodePoints = (text: string): number => [...text].length
