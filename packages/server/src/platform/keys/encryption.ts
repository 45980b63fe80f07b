/** Authenticated encryption of small values at rest: AES-256-GCM, a random 96-bit nonce in front, the tag behind. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** `context` is bound to the value: it opens only where it was meant to. */
export function encrypt(key: Buffer, plain: Buffer | string, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the value was changed, or sealed with another key or for another context. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < NONCE + TAG) throw new Error('sealed value is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(
    Buffer.from(context),
  )
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()])
}
