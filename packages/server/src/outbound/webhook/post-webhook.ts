/** Sends one signed request to a webhook. */
import { traceContext } from '../../platform/tracing/trace-parent.ts'
import type { WebhookNetworks } from '../guarded/address-rule.ts'
import { createGuardedPost, type WebhookAnswer } from '../guarded/guarded-post.ts'
import { signWebhook } from './sign-webhook.ts'

export type { WebhookAnswer }

export interface WebhookRequest {
  readonly url: string
  /** in plain text; a signature for each */
  readonly secrets: readonly string[]
  /** header `webhook-id` */
  readonly id: string
  readonly body: unknown
}

/** `nowMs`: the time of signatures; apps refuse requests that are too old by their own clocks. */
export function createPostWebhook(
  networks: WebhookNetworks,
  nowMs: () => number | Promise<number> = Date.now,
) {
  const post = createGuardedPost(networks)

  /** Never rejects. */
  return async function postWebhook({ url, secrets, id, body }: WebhookRequest): Promise<WebhookAnswer> {
    const text = JSON.stringify(body)
    return post({
      url,
      headers: {
        'content-type': 'application/json',
        ...traceContext(),
        ...signWebhook(secrets, id, Math.floor((await nowMs()) / 1000), text),
      },
      body: text,
    })
  }
}

export type PostWebhook = ReturnType<typeof createPostWebhook>
