/**
 * A pass as docs/passes.md specifies it: a CWT (RFC 8392) in a COSE_Mac0 (RFC 9052) with HMAC 256/256, in deterministic CBOR.
 * samples/pass checks it.
 */
import { createHmac } from 'node:crypto'
import { encode, rfc8949EncodeOptions } from 'cborg'

export const REMOVED_MEMBERS_MAX = 8

export interface PassClaims {
  /** unix seconds */
  readonly end: number
  /** unix seconds */
  readonly issuedAt: number
  readonly ownership: number
  readonly rights: number
  readonly member: number
  /** members whose passes have not ended, ascending */
  readonly removed: readonly number[]
  /** for the display of the machine */
  readonly name: string
}

const CLAIM = {
  exp: 4,
  iat: 6,
  // Below -65536: for private use (RFC 8392, section 9.1).
  ownership: -65_537,
  rights: -65_538,
  member: -65_539,
  removed: -65_540,
  name: -65_541,
} as const

/** {1: 5}: the algorithm is HMAC 256/256. */
const PROTECTED_HEADER = Buffer.from('a10105', 'hex')

const cbor = (value: unknown): Buffer => Buffer.from(encode(value, rfc8949EncodeOptions))

/** At most 160 bytes. */
export function encodePass(
  key: Buffer,
  { end, issuedAt, ownership, rights, member, removed, name }: PassClaims,
): Buffer {
  const payload = cbor(
    new Map<number, unknown>([
      [CLAIM.exp, end],
      [CLAIM.iat, issuedAt],
      [CLAIM.ownership, ownership],
      [CLAIM.rights, rights],
      [CLAIM.member, member],
      [CLAIM.removed, removed],
      [CLAIM.name, name],
    ]),
  )
  const authenticated = cbor(['MAC0', PROTECTED_HEADER, Buffer.alloc(0), payload])
  const mac = createHmac('sha256', key).update(authenticated).digest()
  return cbor([PROTECTED_HEADER, new Map(), payload, mac])
}

const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** RFC 9285: the characters that a QR code stores most densely. */
export function toBase45(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length
    let value = isPair ? bytes.readUInt16BE(at) : bytes.readUInt8(at)
    for (let digits = isPair ? 3 : 2; digits > 0; digits--) {
      text += BASE45.charAt(value % BASE45.length)
      value = Math.floor(value / BASE45.length)
    }
  }
  return text
}
