/** Sends a signed request to a webhook and logs it, without its content. */
import { decrypt } from '../../platform/keys/encryption.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { inSpan, recordError, SPAN_KIND } from '../../platform/tracing/tracing.ts'
import type { PostWebhook, WebhookAnswer } from './post-webhook.ts'
import { WEBHOOK_SECRET_ENCRYPTION_CONTEXT } from './sign-webhook.ts'
import { insertAttempt, type NewAttempt } from './webhook-attempt-store.ts'
import type { WebhookTarget } from './webhook-store.ts'

export interface SendDependencies extends Pick<PlatformServices, 'db'> {
  /** `keys.webhook` */
  readonly key: Buffer
  readonly post: PostWebhook
}

export type Delivery = Pick<NewAttempt, 'deliveryId' | 'type' | 'events' | 'attempt'> & {
  readonly body: unknown
  readonly afterPosition?: string
}

/** Those that can be decrypted: the webhook of one app must not stop the deliveries to all others. */
const decryptSecrets = (key: Buffer, encrypted: readonly Buffer[]): string[] =>
  encrypted.flatMap(one => {
    try {
      return [decrypt(key, one, WEBHOOK_SECRET_ENCRYPTION_CONTEXT).toString()]
    } catch {
      return []
    }
  })

/** Rejects only if the database is unavailable. */
export async function sendToWebhook(
  { db, key, post }: SendDependencies,
  { client_id: clientId, url, secret, previous_secret: previous }: WebhookTarget,
  { body, deliveryId, type, events, attempt, afterPosition = undefined }: Delivery,
): Promise<WebhookAnswer> {
  const secrets = decryptSecrets(key, [secret, ...(previous ? [previous] : [])])
  const answer =
    secrets.length > 0
      ? await inSpan(
          () => ({
            name: 'POST webhook',
            kind: SPAN_KIND.client,
            // Not the URL, which may contain a secret.
            attributes: {
              'http.request.method': 'POST',
              'kerf.client.id': clientId,
              'kerf.event.type': type,
            },
          }),
          async span => {
            const answered = await post({ url, secrets, id: deliveryId, body })
            if (answered.status !== null) span?.setAttribute('http.response.status_code', answered.status)
            if (span && answered.cause !== '') recordError(span, { code: answered.cause })
            return answered
          },
        )
      : { status: null, durationMs: 0, cause: 'secret cannot be decrypted' }
  await insertAttempt(db, {
    ...{ clientId, deliveryId, type, events, attempt, ...answer },
    afterPosition: afterPosition ?? null,
  })
  return answer
}
