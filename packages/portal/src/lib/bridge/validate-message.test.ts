import { describe, expect, test } from 'vitest'
import { type ValidationContext, validateMessage } from './validate-message.ts'

const peer = {}
const SESSION = 's'.repeat(20)
const ORIGIN = 'https://app.kerf.example'
const context = (some: Partial<ValidationContext> = {}): ValidationContext => ({
  peer,
  origins: [ORIGIN],
  session: SESSION,
  lastSeq: 4,
  isPending: id => id === 'call-1-is-pending-now',
  recentTimes: [],
  answeredNonce: undefined,
  ...some,
})
const fromHost = (more: object) => ({ source: 'kerf-host', version: 1, session: SESSION, seq: 5, ...more })
const received = (data: unknown, some: { origin?: string; source?: unknown; at?: number } = {}) => ({
  origin: ORIGIN,
  source: peer,
  at: 10_000,
  data,
  ...some,
})
const hello = { source: 'kerf-host', version: 1, type: 'hello', nonce: 'n'.repeat(22) }
const reload = fromHost({ type: 'reload' })

describe('accepts a message of the host', () => {
  test.each([
    ['hello', hello],
    ['reload', reload],
    ['theme', fromHost({ type: 'theme', theme: 'dark' })],
    ['language', fromHost({ type: 'language', language: 'zh' })],
    ['cookies', fromHost({ type: 'cookies', state: 'blocked' })],
    ['ticket', fromHost({ type: 'ticket', ticket: `tkt_${'a'.repeat(43)}` })],
    ['logout', fromHost({ type: 'logout' })],
    ['get-session', fromHost({ type: 'get-session', id: 'i'.repeat(20) })],
    ['answer', fromHost({ type: 'answer', id: 'call-1-is-pending-now', ok: true, value: {} })],
    ['answer', fromHost({ type: 'answer', id: 'call-1-is-pending-now', ok: false, reason: 'refused' })],
  ])('%s', (type, data) => {
    expect(validateMessage(received(data), context())).toMatchObject({ type })
  })
})

describe('ignores a message from elsewhere', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that starts with a host origin', { origin: `${ORIGIN}.evil.example` }],
    ['another scheme', { origin: 'http://app.kerf.example' }],
    ['another port', { origin: `${ORIGIN}:8443` }],
    ['another window of the right origin', { source: {} }],
    ['no window', { source: null }],
    ['a host on this computer that is not listed', { origin: 'http://localhost:3000' }],
  ])('%s', (_, some) => {
    expect(validateMessage(received(reload, some), context())).toBe('foreign')
  })
  test('ignores a message without a source when there is no host window', () => {
    expect(validateMessage(received(reload, { source: null }), context({ peer: null }))).toBe('foreign')
  })
})

describe('drops an invalid message of the host', () => {
  test.each([
    ['other version', { ...reload, version: 2 }],
    ['no type', fromHost({})],
    ['unknown type', fromHost({ type: 'eval', code: '1' })],
    ['wrong field', fromHost({ type: 'theme', theme: 'url(x)' })],
    ['a token in place of a ticket', fromHost({ type: 'ticket', ticket: 'a'.repeat(43) })],
    ['the session of another page view', { ...reload, session: 't'.repeat(20) }],
    ['a repeated sequence number', { ...reload, seq: 4 }],
    ['a sequence number that is not a number', { ...reload, seq: Number.NaN }],
    [
      'an answer without a pending call',
      fromHost({ type: 'answer', id: 'x'.repeat(20), ok: true, value: 1 }),
    ],
  ])('%s', (_, data) => {
    expect(validateMessage(received(data), context())).toBe('dropped')
  })
  test.each([[null], ['text'], [5], [undefined], [[]], [{}], [{ source: 'kerf-portal' }]])('%j', data => {
    expect(validateMessage(received(data), context())).toBe('foreign')
  })
})

describe('rate limit', () => {
  const recentTimes = [9100, 9200, 9300, 9400, 9500]
  test('drops the sixth message within a second', () => {
    expect(validateMessage(received(reload), context({ recentTimes: recentTimes.slice(1) }))).toMatchObject({
      type: 'reload',
    })
    expect(validateMessage(received(reload), context({ recentTimes }))).toBe('dropped')
    expect(validateMessage(received(reload, { at: 10_101 }), context({ recentTimes }))).toMatchObject({
      type: 'reload',
    })
  })
  test('does not count a hello that was answered, and accepts another one', () => {
    const some = { answeredNonce: hello.nonce, recentTimes: recentTimes.slice(1) }
    expect(validateMessage(received(hello), context(some))).toBe('foreign')
    const other = { ...hello, nonce: 'm'.repeat(22) }
    expect(validateMessage(received(other), context(some))).toMatchObject({ type: 'hello' })
    expect(validateMessage(received(other), context({ ...some, recentTimes }))).toBe('dropped')
  })
  test('does not limit answers to pending calls', () => {
    const answer = fromHost({ type: 'answer', id: 'call-1-is-pending-now', ok: true, value: {} })
    expect(validateMessage(received(answer), context({ recentTimes }))).toMatchObject({ type: 'answer' })
  })
})

describe('a host without an origin', () => {
  const opaque = { origin: 'null' }
  test('may send harmless messages', () => {
    expect(validateMessage(received(hello, opaque), context())).toMatchObject({ type: 'hello' })
    expect(validateMessage(received(reload, opaque), context())).toMatchObject({ type: 'reload' })
  })
  test.each([
    ['logout', fromHost({ type: 'logout' })],
    ['ticket', fromHost({ type: 'ticket', ticket: `tkt_${'a'.repeat(43)}` })],
    ['get-session', fromHost({ type: 'get-session', id: 'i'.repeat(20) })],
    ['answer', fromHost({ type: 'answer', id: 'call-1-is-pending-now', ok: true, value: {} })],
  ])('may not send %s', (_, data) => {
    expect(validateMessage(received(data, opaque), context())).toBe('dropped')
  })
})
