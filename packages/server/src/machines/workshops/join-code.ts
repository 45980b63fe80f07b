/** The code that lets people ask to join a workshop: 80 bits in Crockford's base32, in groups of four to be typed. */
import { randomBytes } from 'node:crypto'
import { JOIN_CODE_CHARACTERS } from '@kerf/contract/machines/workshops'
import { sha256 } from '../../platform/keys/secrets.ts'
import { CROCKFORD, normalizeClaimCode } from '../machine/machine-keys.ts'

/** The lowest five bits of each byte. */
export function createJoinCode(): { readonly code: string; readonly hash: Buffer } {
  const code = Array.from(randomBytes(JOIN_CODE_CHARACTERS), byte => CROCKFORD[byte & 31]).join('')
  return { code, hash: sha256(code) }
}

export const hashJoinCode = (typed: string): Buffer => sha256(normalizeClaimCode(typed))
