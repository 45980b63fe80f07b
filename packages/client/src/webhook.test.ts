import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { KerfWebhookRequest } from './types.ts'
import { verifyWebhook } from './webhook.ts'

const [SECRET, NEXT, OTHER] = ['one', 'two', 'three'].map(
  text => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`,
) as [string, string, string]
const BODY = JSON.stringify({ items: [{ id: '7', type: 'benefit.redeemed', uid: 'ü' }] })
const now = () => Math.floor(Date.now() / 1000)

const sign = (secret: string, body: string | Buffer, id = 'app_1.7', at: number | string = now()) => {
  const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${at}.`)
    .update(body)
  return `v1,${hmac.digest('base64')}`
}
const headersOf = (signature: string, at: number | string = now(), id = 'app_1.7') => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': signature,
})
const request = (body: string, signature = sign(SECRET, body), at?: number | string): KerfWebhookRequest => ({
  headers: headersOf(signature, at),
  body,
})
const nameOf = (verification: Promise<unknown>) =>
  verification.then(
    () => 'accepted',
    error => error.name,
  )

describe('accepts', () => {
  test.each<[string, () => KerfWebhookRequest]>([
    ['a text', () => request(BODY)],
    ['bytes', () => ({ ...request(BODY), body: Buffer.from(BODY) })],
    [
      'a stream in pieces that split a character',
      () => ({
        ...request(BODY),
        body: Readable.from(Array.from(Buffer.from(BODY), byte => Buffer.from([byte]))),
      }),
    ],
    [
      'a Request',
      () =>
        new Request('https://a.example/', {
          method: 'POST',
          body: BODY,
          headers: headersOf(sign(SECRET, BODY)),
        }),
    ],
    ['Headers', () => ({ headers: new Headers(headersOf(sign(SECRET, BODY))), body: BODY })],
  ])('%s', async (_, create) => {
    const at = now()
    const webhook = await verifyWebhook(create(), { secret: SECRET })
    expect(webhook).toMatchObject({ form: 'items', id: 'app_1.7', items: [{ id: '7', uid: 'ü' }] })
    expect(Math.abs(webhook.sentAt.getTime() / 1000 - at)).toBeLessThan(120)
  })

  test('an event', async () => {
    const event = {
      type: 'session.ended',
      timestamp: '2026-11-22T10:00:00.000Z',
      data: { uid: 'u', session: 'u.s' },
    }
    const webhook = await verifyWebhook(request(JSON.stringify(event)), { secret: SECRET })
    expect(webhook).toMatchObject({ form: 'events', event })
  })

  test('either secret while one is replaced, on both sides', async () => {
    const both = `${sign(SECRET, BODY)} ${sign(NEXT, BODY)}`
    for (const secret of [SECRET, NEXT, [SECRET, NEXT], [OTHER, NEXT]])
      expect(await nameOf(verifyWebhook(request(BODY, both), { secret }))).toBe('accepted')
    expect(await nameOf(verifyWebhook(request(BODY, sign(NEXT, BODY)), { secret: [SECRET, NEXT] }))).toBe(
      'accepted',
    )
    expect(await nameOf(verifyWebhook(request(BODY, both), { secret: OTHER }))).toBe('invalid_signature')
  })

  test('a signature beside those of other versions', async () => {
    expect(
      await nameOf(verifyWebhook(request(BODY, `v2,x v1a,y ${sign(SECRET, BODY)}`), { secret: SECRET })),
    ).toBe('accepted')
  })
})

describe('refuses', () => {
  const signed = sign(SECRET, BODY)
  test.each<[string, string, KerfWebhookRequest]>([
    ['another body', 'invalid_signature', request(`${BODY} `, signed)],
    ['another id', 'invalid_signature', { headers: headersOf(signed, now(), 'app_1.8'), body: BODY }],
    [
      'a signature of another time',
      'invalid_signature',
      request(BODY, sign(SECRET, BODY, 'app_1.7', now() - 60)),
    ],
    ['no signature', 'invalid_signature', request(BODY, '')],
    ['a part of the signature', 'invalid_signature', request(BODY, signed.slice(0, -8))],
    ['an empty signature', 'invalid_signature', request(BODY, 'v1,')],
    ['a signature without its version', 'invalid_signature', request(BODY, signed.slice(3))],
    ['a signature that is no base64', 'invalid_signature', request(BODY, 'v1,%%%')],
    ['a body that is no JSON', 'invalid_body', request('{')],
    ['a body of another form', 'invalid_body', request('{"a":1}')],
    ['null', 'invalid_body', request('null')],
    ['no header', 'stale_timestamp', { headers: {}, body: BODY }],
    [
      'a header that came twice',
      'stale_timestamp',
      {
        headers: { ...headersOf(signed), 'webhook-timestamp': [String(now()), String(now())] },
        body: BODY,
      },
    ],
  ])('%s', async (_, name, given) => {
    expect(await nameOf(verifyWebhook(given, { secret: SECRET }))).toBe(name)
  })

  test('a signature after more than a few others', async () => {
    const many = `${Array(4).fill(sign(OTHER, BODY)).join(' ')} ${signed}`
    expect(await nameOf(verifyWebhook(request(BODY, many), { secret: SECRET }))).toBe('invalid_signature')
  })

  test.each([-301, 301, 'x', '', '1e9', ` ${now()}`])('the time %s, though signed', async offset => {
    const at = typeof offset === 'number' ? now() + offset : offset
    const old = request(BODY, sign(SECRET, BODY, 'app_1.7', at), at)
    expect(await nameOf(verifyWebhook(old, { secret: SECRET }))).toBe('stale_timestamp')
  })

  test('a time outside the tolerance of the app', async () => {
    const at = now() - 100
    const old = request(BODY, sign(SECRET, BODY, 'app_1.7', at), at)
    expect(await nameOf(verifyWebhook(old, { secret: SECRET }))).toBe('accepted')
    expect(await nameOf(verifyWebhook(old, { secret: SECRET, toleranceSeconds: 60 }))).toBe('stale_timestamp')
  })

  test('a large body without reading all of it', async () => {
    let read = 0
    async function* endless() {
      for (;;) {
        read += 1_000
        yield Buffer.alloc(1_000)
      }
    }
    const options = { secret: SECRET, bodyMaxBytes: 10_000 }
    expect(await nameOf(verifyWebhook({ ...request(BODY), body: endless() }, options))).toBe('body_too_large')
    expect(read).toBeLessThan(13_000)
    expect(await nameOf(verifyWebhook(request('x'.repeat(10_001)), options))).toBe('body_too_large')
  })

  test('to work with a secret of another form, which it does not repeat', async () => {
    for (const secret of ['', 'whsec_', 'whsec_%', 'secret-value', []]) {
      const error = await verifyWebhook(request(BODY), { secret }).catch(error => error)
      expect(error).toBeInstanceOf(Error)
      expect(error.message).not.toContain('secret-value')
    }
  })
})
