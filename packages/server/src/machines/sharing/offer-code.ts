/** Codes of invitations and transfers: the machine that keeps the offer, and a secret of 128 bits. */
import { randomBytes } from 'node:crypto'
import { sha256 } from '../../platform/keys/secrets.ts'

/** base64url of 16 bytes */
const PART_LENGTH = 22

export interface OfferCode {
  readonly code: string
  readonly hash: Buffer
}

export function createOfferCode(machine: string): OfferCode {
  const code = machine.slice(2) + randomBytes(16).toString('base64url')
  return { code, hash: sha256(code) }
}

/** The machine of a malformed code does not exist. */
export const readOfferCode = (code: string): { readonly machine: string; readonly hash: Buffer } => ({
  machine: `m_${code.slice(0, PART_LENGTH)}`,
  hash: sha256(code),
})
