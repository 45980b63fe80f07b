/** Generates redemption codes: 16 random symbols of 5 bits each, so a code carries 80 random bits (S-086). */
import { randomInt } from 'node:crypto'
import { REDEMPTION_CODE_LENGTH } from '@kerf/contract/limits'

/** 32 symbols. I, L, O and U are left out because they are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const generateCode = (): string =>
  Array.from({ length: REDEMPTION_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** `count` distinct codes. */
export function generateCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(generateCode())
  return [...codes]
}
