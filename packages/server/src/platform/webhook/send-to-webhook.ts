/** Sends a signed request to a webhook and logs it, without its content. */
import type { Queryable } from '../db/database.ts'
import { decrypt } from '../keys/encryption.ts'
import type { PostWebhook, WebhookAnswer } from './post-webhook.ts'
import { WEBHOOK_SECRET_ENCRYPTION_CONTEXT } from './sign-webhook.ts'
import { insertAttempt, type NewAttempt } from './webhook-attempt-store.ts'
import type { WebhookTarget } from './webhook-store.ts'

export interface SendDependencies {
  readonly db: Queryable
  /** `keys.webhook` */
  readonly key: Buffer
  readonly post: PostWebhook
}

export type Delivery = Pick<NewAttempt, 'deliveryId' | 'type' | 'events' | 'attempt'> & {
  readonly body: unknown
  readonly afterPosition?: string
}

/** Rejects only if the database is unavailable. */
export async function sendToWebhook(
  { db, key, post }: SendDependencies,
  { client_id: clientId, url, secret, previous_secret: previous }: WebhookTarget,
  { body, deliveryId, type, events, attempt, afterPosition = undefined }: Delivery,
): Promise<WebhookAnswer> {
  const secrets = [secret, ...(previous ? [previous] : [])].map(encrypted =>
    decrypt(key, encrypted, WEBHOOK_SECRET_ENCRYPTION_CONTEXT).toString(),
  )
  const answer = await post({ url, secrets, id: deliveryId, body })
  await insertAttempt(db, {
    ...{ clientId, deliveryId, type, events, attempt, ...answer },
    afterPosition: afterPosition ?? null,
  })
  return answer
}
