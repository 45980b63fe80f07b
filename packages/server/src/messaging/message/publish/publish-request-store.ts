/** Table `message_request`: answers to requests that apps sent with an Idempotency-Key, kept for a day. */
import { statement } from '../../../platform/db/database.ts'

interface RequestKey {
  readonly clientId: string
  readonly keyHash: Buffer
}

/** Waits for a concurrent request with the same key. No row: the key was used before. */
export const claimRequest = statement<{ client_id: string }, RequestKey & { bodyHash: Buffer }>(
  'message_request.claim',
  `insert into message_request (client_id, key_hash, body_hash, answer) values ($clientId, $keyHash, $bodyHash, '{}')
   on conflict do nothing returning client_id`,
)

export const findRequest = statement<{ body_hash: Buffer; answer: unknown }, RequestKey>(
  'message_request.find',
  'select body_hash, answer from message_request where client_id = $clientId and key_hash = $keyHash',
)

export const saveAnswer = statement<never, RequestKey & { answer: object }>(
  'message_request.save_answer',
  'update message_request set answer = $answer where client_id = $clientId and key_hash = $keyHash',
)
