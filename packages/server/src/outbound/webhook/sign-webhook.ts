/** Signs webhook requests as specified by Standard Webhooks (standardwebhooks.com): HMAC-SHA-256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
export const WEBHOOK_SECRET_ENCRYPTION_CONTEXT = 'webhook'

/** A secret of 256 random bits in the format of the standard: `whsec_` and base64. */
export const createWebhookSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64')

/**
 * Returns the signature headers, with one signature for each secret, separated by spaces. `at`: unix seconds. An app that
 * compares every signature accepts requests while its secret is replaced.
 */
export function signWebhook(
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures.join(' '),
  }
}
