/** A nonce names a mailbox and a scene. A code is requested with it; the nonce alone proves nothing (S-027). */
import { NONCE_TTL_SECONDS } from '@kerf/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { insertNonce, type VerificationRow } from './verification-store.ts'

/** Returns the nonce. It expires by the database's clock. */
export async function createNonce(on: Queryable, row: VerificationRow): Promise<string> {
  const nonce = randomToken()
  await insertNonce(on, { ...row, nonceHash: sha256(nonce), ttlSeconds: NONCE_TTL_SECONDS })
  return nonce
}
