import { randomInt } from 'node:crypto'

/** Crockford's base 32 alphabet: no two characters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP_LENGTHS = [6, 6, 5]

/**
 * Random default password of an enterprise account (S-083): 17 characters of 5 bits each, 85 bits. With its hyphens it has 19
 * characters, within the limit of 20.
 */
export const generateDefaultPassword = (): string =>
  GROUP_LENGTHS.map(length =>
    Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
