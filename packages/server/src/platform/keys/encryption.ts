/** Authenticated encryption of small values at rest: AES-256-GCM. Format: 96-bit random nonce, ciphertext, tag. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import * as v from 'valibot'
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

export const encryptJson = (key: Buffer, value: unknown, context: string): Buffer =>
  encrypt(key, JSON.stringify(value), context)

/** Throws as `decrypt` does, and if the value has another shape. The error does not contain the value. */
export function decryptJson<Schema extends v.GenericSchema>(
  key: Buffer,
  encrypted: Buffer,
  context: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, JSON.parse(decrypt(key, encrypted, context).toString()))
  if (!success) throw new Error(`decrypted value of "${context}" has an unknown shape`)
  return output
}
