/** The random password an enterprise account begins with (S-083). */
import { randomInt } from 'node:crypto'

/** Crockford's letters: none that is taken for another. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = [6, 6, 5]

/** 17 letters of 5 bits each, 85 bits; with its hyphens 19 characters, within the specification's 20. */
export const defaultPassword = (): string =>
  GROUPS.map(length => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-')
