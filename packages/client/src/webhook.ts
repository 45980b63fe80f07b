/**
 * Verifies webhook requests as specified by Standard Webhooks (standardwebhooks.com): HMAC-SHA-256 over id, time and raw body.
 * WebCrypto compares in constant time.
 */
import { KerfError } from './kerf-error.ts'
import type { KerfEvent, KerfWebhook, KerfWebhookOptions, KerfWebhookRequest } from './types.ts'

const TOLERANCE_SECONDS = 300
const BODY_MAX_BYTES = 1024 * 1024
const SECRET_PREFIX = 'whsec_'
/** The passport sends one signature for each of its secrets, at most two. */
const SIGNATURES_MAX = 4

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), character => character.charCodeAt(0))

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOf(base64)
  } catch {
    return undefined
  }
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(SECRET_PREFIX) ? decode(secret.slice(SECRET_PREFIX.length)) : undefined
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('The secret of a webhook is whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf({ headers }: KerfWebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/** The raw body. Reads no more than `max` bytes: the sender is not known yet. */
async function readBody(body: KerfWebhookRequest['body'], max: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new KerfError('body_too_large', `The body of the webhook is larger than ${max} bytes.`)
  const whole = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (whole === null) return new Uint8Array()
  if (whole instanceof Uint8Array) {
    if (whole.length > max) throw tooLarge()
    return whole
  }
  const chunks: Uint8Array[] = []
  let length = 0
  // Not every platform can iterate over a stream.
  for await (const chunk of whole instanceof ReadableStream ? iterate(whole) : whole) {
    length += chunk.length
    if (length > max) throw tooLarge()
    chunks.push(chunk)
  }
  const joined = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.length
  }
  return joined
}

async function* iterate(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseBody(body: Uint8Array, id: string, sentAt: Date): KerfWebhook {
  try {
    const content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (Array.isArray(content.items)) return { form: 'items', id, sentAt, items: content.items }
    if (typeof content.type === 'string') return { form: 'events', id, sentAt, event: content as KerfEvent }
  } catch {
    // The same error as for another form.
  }
  throw new KerfError('invalid_body', 'The body of the webhook has neither items nor a type.')
}

/**
 * Returns the content of a webhook request that the passport signed with one of the secrets within the tolerance. Rejects with
 * `invalid_signature`, `stale_timestamp`, `body_too_large` or `invalid_body`: answer such a request with 400 and use nothing of it.
 */
export async function verifyWebhook(
  request: KerfWebhookRequest,
  options: KerfWebhookOptions,
): Promise<KerfWebhook> {
  const { secret, toleranceSeconds = TOLERANCE_SECONDS, bodyMaxBytes = BODY_MAX_BYTES } = options
  const keys = await Promise.all([secret].flat().map(importKey))
  const id = headerOf(request, 'webhook-id')
  const timestamp = headerOf(request, 'webhook-timestamp')
  const signatures = headerOf(request, 'webhook-signature')
    .split(' ')
    .filter(signature => signature.startsWith('v1,'))
    .slice(0, SIGNATURES_MAX)
    .flatMap(signature => decode(signature.slice('v1,'.length)) ?? [])
  // Before the body is read and hashed: an old request is refused at once.
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new KerfError(
      'stale_timestamp',
      'The webhook was not sent within the tolerance, or this clock is wrong.',
    )
  const body = await readBody(request.body, bodyMaxBytes)
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  const checks = keys.flatMap(key =>
    signatures.map(signature => crypto.subtle.verify('HMAC', key, signature, signed)),
  )
  if (!(await Promise.all(checks)).includes(true))
    throw new KerfError('invalid_signature', 'The webhook is not signed with this secret.')
  return parseBody(body, id, new Date(Number(timestamp) * 1_000))
}
