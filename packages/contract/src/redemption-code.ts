/** Redemption codes as people type and paste them: one rule for server and browser. */
import { REDEMPTION_CODE_LENGTH } from './limits.ts'

/** Spaces, dashes and the like between groups, and marks that are not seen. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212_.·•/|]/gu
const CODE = new RegExp(`^[0-9A-Z]{${REDEMPTION_CODE_LENGTH}}$`)

/** Letters and digits in capitals, without what separates them; full-width ones of a Chinese keyboard count as plain. */
export const normalizeRedemptionCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(SEPARATORS, '')
    .replace(/[a-z]/g, letter => letter.toUpperCase())

/** The code that was meant, or undefined for what cannot be one. */
export function parseRedemptionCode(typed: string): string | undefined {
  const code = normalizeRedemptionCode(typed)
  return CODE.test(code) ? code : undefined
}

/** In groups of four, as codes are printed. */
export const formatRedemptionCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
