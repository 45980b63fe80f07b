/**
 * Time-based one-time passwords (RFC 6238) with what every authenticator app supports: HMAC-SHA-1, six digits, 30 seconds.
 * Own code: the standard library has the HMAC, and the rest is the truncation of RFC 4226, section 5.3.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 4226, section 4, requirement R6 recommends 160 bits. */
const SECRET_BYTES = 20
/** A clock that is off by one step is accepted (RFC 6238, section 5.2). */
const DRIFT_STEPS = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map(group => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('')
}

export const createTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** Number of the time step at a time. */
export const timeStep = (atMs: number): number => Math.floor(atMs / 1_000 / STEP_SECONDS)

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The time step whose code this is, within the accepted drift; undefined: the code is wrong. Spaces do not matter: apps show
 * two groups of three digits.
 */
export function findTotpStep(secret: Buffer, code: string, atMs: number): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const now = timeStep(atMs)
  const given = Buffer.from(digits)
  let found: number | undefined
  // All steps are compared, so that the time of the answer does not tell which one was near.
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++)
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), given)) found = step
  return found
}

/** The URI that authenticator apps read from a QR code (Key URI Format of Google Authenticator). */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
