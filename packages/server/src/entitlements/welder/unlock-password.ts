/** Unlock passwords as `docs/unlock.md` describes them; firmware computes the same. */
import { createHmac } from 'node:crypto'
import { type LightSource, UNLOCK_PASSWORD_DIGITS } from '@kerf/contract/endpoints/welder'

/** How many passwords ahead of the last one it took a device looks. */
export const LOOK_AHEAD_MAX = 100

/** The key of one device and light source: the only one that device ever holds. `lineKey`: 32 bytes. */
export const deriveMachineKey = (lineKey: Buffer, sn: string, lightSource: LightSource): Buffer =>
  createHmac('sha256', lineKey).update(`kerf unlock 1|${sn}|${lightSource}`).digest()

/** RFC 4226 with HMAC-SHA-256: the password of a counter, which begins at 1. */
export function unlockPasswordAt(key: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha256', key).update(message).digest()
  const offset = (mac[31] ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** UNLOCK_PASSWORD_DIGITS
  return String(number).padStart(UNLOCK_PASSWORD_DIGITS, '0')
}
