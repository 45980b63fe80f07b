/** Text a person writes about themselves, made safe to show anywhere (S-077): one rule for server and browser. */

/** Control characters but line breaks, line breaks that nothing else takes for such, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export const normalizeLine = (text: string): string => text.replace(UNSEEN, '').trim()

export const normalizeText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map(line => line.replace(UNSEEN, ''))
    .join('\n')
    .trim()

export const countCodePoints = (text: string): number => [...text].length
