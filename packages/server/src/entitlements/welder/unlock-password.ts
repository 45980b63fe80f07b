/** Computes unlock passwords as `docs/unlock.md` specifies. The firmware of the machines computes the same. */
import { createHmac } from 'node:crypto'
import { type LightSource, UNLOCK_PASSWORD_DIGITS } from '@kerf/contract/endpoints/welder'

/** A machine accepts a password up to this many counters after the last one it accepted. */
export const LOOK_AHEAD_MAX = 100

/** The key of one machine and light source. A machine holds no other key. `lineKey`: 32 bytes. */
export const deriveMachineKey = (lineKey: Buffer, serialNumber: string, lightSource: LightSource): Buffer =>
  createHmac('sha256', lineKey).update(`kerf unlock 1|${serialNumber}|${lightSource}`).digest()

/** HOTP (RFC 4226) with HMAC-SHA-256. Counters start at 1. */
export function unlockPasswordAt(key: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha256', key).update(message).digest()
  const offset = (mac[31] ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** UNLOCK_PASSWORD_DIGITS
  return String(number).padStart(UNLOCK_PASSWORD_DIGITS, '0')
}
