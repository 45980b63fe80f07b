/**
 * Keys that sign ID tokens and logout tokens: RS256, which every client library expects, and ES256. Private keys are stored
 * wrapped by the master key. A new key is published before it signs, and an old one after, so that apps never meet an unknown key.
 */

import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { JWK } from 'jose'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { findWrappedKey, insertWrappedKey } from '../../platform/keys/key-store.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { ID_TOKEN_ALGS, type IdTokenAlg } from '../app/app-store.ts'
import {
  insertSigningKey,
  listSigningKeys,
  type SigningKeyRow,
  withdrawOlderKeys,
} from './signing-key-store.ts'

/** Apps may keep the key set that long. A new key signs only after that time. */
export const KEY_OVERLAP_SECONDS = DAY_SECONDS
const RSA_BITS = 2048

/** Name of the row in `wrapped_key`. */
const keyName = (kid: string): string => `openid:${kid}`
const createPair = promisify(generateKeyPair)

async function createPrivateKeyOf(alg: IdTokenAlg): Promise<{ secret: Buffer; jwk: JWK }> {
  const { publicKey, privateKey } =
    alg === 'ES256'
      ? await createPair('ec', { namedCurve: 'prime256v1' })
      : await createPair('rsa', { modulusLength: RSA_BITS })
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'der' }),
    jwk: publicKey.export({ format: 'jwk' }) as JWK,
  }
}

async function addSigningKey(
  tx: Queryable,
  wrappingKey: Buffer,
  alg: IdTokenAlg,
  delaySeconds: number,
): Promise<{ kid: string; alg: IdTokenAlg; signsFrom: Date }> {
  const { secret, jwk } = await createPrivateKeyOf(alg)
  const kid = randomHandle()
  const name = keyName(kid)
  await insertWrappedKey(tx, { name, wrapped: encrypt(wrappingKey, secret, name) })
  const publicKey = JSON.stringify({ ...jwk, alg, use: 'sig' })
  const [row] = await insertSigningKey(tx, { kid, alg, publicKey, delaySeconds })
  if (!row) throw new Error('the signing key could not be stored')
  return { kid, alg, signsFrom: row.signs_from }
}

/**
 * Adds a key of each algorithm. They sign after `KEY_OVERLAP_SECONDS`, and the former ones are published as long again.
 * `immediately`: after a key was stolen. Apps refuse what it signed as soon as they read the key set again.
 */
export async function rotateSigningKeys(tx: Queryable, wrappingKey: Buffer, immediately: boolean) {
  const delaySeconds = immediately ? 0 : KEY_OVERLAP_SECONDS
  const added = []
  const withdrawn = []
  for (const alg of ID_TOKEN_ALGS) {
    const key = await addSigningKey(tx, wrappingKey, alg, delaySeconds)
    added.push(key)
    const older = { alg, kid: key.kid, delaySeconds: 2 * delaySeconds }
    withdrawn.push(...(await withdrawOlderKeys(tx, older)).map(({ kid }) => kid))
  }
  return { added, withdrawn }
}

export interface SigningKeys {
  /** JWKs with their private part: the one that signs is the first of its algorithm */
  readonly keys: readonly JWK[]
  /** changes when the set or its order changes */
  readonly version: string
}

const versionOf = (rows: readonly SigningKeyRow[]): string => rows.map(({ kid }) => kid).join(' ')

export async function readKeysVersion(db: Queryable): Promise<string> {
  return versionOf(await listSigningKeys(db))
}

/** Creates the first keys when there are none. Two processes at once create two sets, both of which are published. */
export async function loadSigningKeys(db: Database, wrappingKey: Buffer): Promise<SigningKeys> {
  let rows = await listSigningKeys(db)
  const missing = ID_TOKEN_ALGS.filter(alg => !rows.some(row => row.alg === alg && row.signs))
  if (missing.length > 0) {
    await db.transaction(async tx => {
      for (const alg of missing) await addSigningKey(tx, wrappingKey, alg, 0)
    })
    rows = await listSigningKeys(db)
  }
  const keys = await Promise.all(
    rows.map(async ({ kid, alg, public_key }): Promise<JWK> => {
      const name = keyName(kid)
      const [stored] = await findWrappedKey(db, { name })
      if (!stored) throw new Error(`the key ${name} does not exist`)
      const secret = decrypt(wrappingKey, stored.wrapped, name)
      const privateKey = createPrivateKey({ key: secret, type: 'pkcs8', format: 'der' })
      return { ...public_key, ...(privateKey.export({ format: 'jwk' }) as JWK), kid, alg, use: 'sig' }
    }),
  )
  return { keys, version: versionOf(rows) }
}
