/** Random values and their hashes. */
import { createHmac, hash, hkdfSync, randomFillSync, randomInt } from 'node:crypto'

/** One read from the random generator serves many values: a sign-in needs five. Used bytes are overwritten. */
const pool = Buffer.alloc(1024)
let poolUsed = pool.length

/** Fills all of `target`. */
export function fillRandom(target: Buffer): Buffer {
  if (poolUsed + target.length > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  const start = poolUsed
  poolUsed += target.length
  pool.copy(target, 0, start, poolUsed)
  pool.fill(0, start, poolUsed)
  return target
}

const randomText = (bytes: number): string => fillRandom(Buffer.allocUnsafe(bytes)).toString('base64url')

/** 256 random bits, base64url (43 characters): tokens, nonces, tickets. */
export const randomToken = (): string => randomText(32)

/**
 * A short public id of a row, for example of a session: 96 random bits. It never begins with a hyphen: operators type ids, and a
 * command line would take such an id for an option.
 */
export function randomHandle(): string {
  const handle = randomText(12)
  return handle.startsWith('-') ? randomHandle() : handle
}

/** `digits` decimal digits, each equally likely. */
export const randomDigits = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** For random values, which cannot be guessed. */
export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer')
export const sha256Hex = (value: string): string => hash('sha256', value, 'hex')

/** For values that can be guessed, such as email addresses and codes. Parts are length-prefixed, so that they are unambiguous. */
export function keyedHash(key: Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const bytes = parts.flatMap(part => {
    const one = Buffer.from(part as string)
    return [Buffer.from(`${one.length}:`), one]
  })
  return createHmac('sha256', key).update(Buffer.concat(bytes)).digest()
}

/** An independent 256-bit key for one purpose. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `kerf passport ${purpose}`, 32))

/** True if the value has the format of `randomToken`. Anything else needs no lookup. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value)
