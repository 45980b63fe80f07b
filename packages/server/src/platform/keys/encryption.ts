/** Authenticated encryption of small values at rest: AES-256-GCM. Format: 96-bit random nonce, ciphertext, tag. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { fillRandom } from './secrets.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `context` is authenticated: the value can be decrypted only with the same context. */
export function encrypt(key: Buffer, plain: Buffer | string, context: string): Buffer {
  const nonce = fillRandom(Buffer.alloc(NONCE_BYTES))
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the value was modified, or encrypted with another key or context. */
export function decrypt(key: Buffer, encrypted: Buffer, context: string): Buffer {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) throw new Error('encrypted value is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES)).setAAD(
    Buffer.from(context),
  )
  decipher.setAuthTag(encrypted.subarray(encrypted.length - TAG_BYTES))
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES, encrypted.length - TAG_BYTES)),
    decipher.final(),
  ])
}
