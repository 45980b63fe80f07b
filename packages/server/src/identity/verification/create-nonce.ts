/** A nonce names a mailbox and a scene; it is asked for with, and proves nothing by itself (S-027). */
import type { Scene } from '@kerf/contract/fields'
import type { Queryable } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { insertVerification } from './verification-store.ts'

/** `uid`: whose mailbox, where that is known. Lives `seconds` by the database's clock. */
export async function createNonce(
  on: Queryable,
  receiver: Buffer,
  scene: Scene,
  uid: string | null,
  seconds: number,
): Promise<string> {
  const nonce = randomToken()
  await insertVerification(on, sha256(nonce), receiver, scene, uid, seconds)
  return nonce
}
