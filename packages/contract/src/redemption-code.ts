/** Redemption codes as typed or pasted, shared by server and portal. */
import { REDEMPTION_CODE_LENGTH } from './limits.ts'

/** White space, dashes, separators and invisible characters. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212_.·•/|]/gu
const CODE = new RegExp(`^[0-9A-Z]{${REDEMPTION_CODE_LENGTH}}$`)

/** Uppercases, removes separators, and converts full-width characters to plain ones. */
export const normalizeRedemptionCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(SEPARATORS, '')
    .replace(/[a-z]/g, letter => letter.toUpperCase())

/** Returns the normalized code, or undefined if it is malformed. */
export function parseRedemptionCode(typed: string): string | undefined {
  const code = normalizeRedemptionCode(typed)
  return CODE.test(code) ? code : undefined
}

/** Formats in groups of four, as printed. */
export const formatRedemptionCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
