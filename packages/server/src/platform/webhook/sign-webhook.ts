/** Messages to apps are signed as standardwebhooks.com says: HMAC-SHA-256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
export const WEBHOOK_SECRET_ENCRYPTION_CONTEXT = 'webhook'

/** 256 random bits, as the libraries of that standard take it. */
export const createWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** `at`: unix seconds. */
export function signWebhook(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}
