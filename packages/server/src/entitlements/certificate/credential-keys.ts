/**
 * Keys that sign credentials: ES256 (RFC 7518, section 3.4). The private key is stored wrapped by the master key, like the keys
 * of product lines. Old keys stay published after a rotation, so that what they signed can still be verified.
 */

import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { JWK } from 'jose'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { findWrappedKey, insertWrappedKey } from '../../platform/keys/key-store.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { findSigningKey, insertCredentialKey } from './credential-key-store.ts'

/** Verifiers may keep the key set that long. A new key signs only after that time, so that all of them know it. */
export const KEY_SET_MAX_AGE_SECONDS = HOUR_SECONDS

/** Name of the row in `wrapped_key`. */
const keyName = (kid: string): string => `credential:${kid}`

/** `wrappingKey`: `keys.wrapping`. */
export async function addCredentialKey(
  tx: Queryable,
  wrappingKey: Buffer,
  delaySeconds: number,
): Promise<{ kid: string; signsFrom: Date }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const kid = randomHandle()
  const name = keyName(kid)
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
  await insertWrappedKey(tx, { name, wrapped: encrypt(wrappingKey, secret, name) })
  const jwk: JWK = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
  const [row] = await insertCredentialKey(tx, { kid, publicKey: JSON.stringify(jwk), delaySeconds })
  if (!row) throw new Error('the credential key could not be stored')
  return { kid, signsFrom: row.signs_from }
}

/** Creates the first key when there is none. Two processes at once create two keys, both of which are published. */
export async function loadSigningKey(
  db: Database,
  wrappingKey: Buffer,
): Promise<{ kid: string; privateKey: KeyObject }> {
  let [row] = await findSigningKey(db)
  if (!row) {
    await db.transaction(tx => addCredentialKey(tx, wrappingKey, 0))
    ;[row] = await findSigningKey(db)
  }
  if (!row) throw new Error('there is no credential key')
  const { kid } = row
  const [stored] = await findWrappedKey(db, { name: keyName(kid) })
  if (!stored) throw new Error(`the key ${keyName(kid)} does not exist`)
  const secret = decrypt(wrappingKey, stored.wrapped, keyName(kid))
  return { kid, privateKey: createPrivateKey({ key: secret, type: 'pkcs8', format: 'der' }) }
}
