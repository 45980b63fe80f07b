import { describe, expect, test } from 'vitest'
import { type ValidationContext, validateMessage } from './validate-message.ts'

const peer = {}
const SESSION = 's'.repeat(20)
const ORIGIN = 'https://app.kerf.example'
const facts = (some: Partial<ValidationContext> = {}): ValidationContext => ({
  peer,
  origins: [ORIGIN],
  allowLocalhost: false,
  session: SESSION,
  lastSeq: 4,
  isPending: id => id === 'call-1-is-pending-now',
  recent: [],
  ...some,
})
const said = (more: object) => ({ source: 'kerf-host', version: 1, session: SESSION, seq: 5, ...more })
const heard = (data: unknown, some: { origin?: string; source?: unknown; at?: number } = {}) => ({
  origin: ORIGIN,
  source: peer,
  at: 10_000,
  data,
  ...some,
})
const hello = { source: 'kerf-host', version: 1, type: 'hello', nonce: 'n'.repeat(22) }
const reload = said({ type: 'reload' })

describe('a message of our host is taken', () => {
  test.each([
    ['hello', hello],
    ['reload', reload],
    ['theme', said({ type: 'theme', theme: 'dark' })],
    ['language', said({ type: 'language', language: 'zh' })],
    ['cookies', said({ type: 'cookies', state: 'blocked' })],
    ['ticket', said({ type: 'ticket', ticket: `tkt_${'a'.repeat(43)}` })],
    ['logout', said({ type: 'logout' })],
    ['get-session', said({ type: 'get-session', id: 'i'.repeat(20) })],
    ['answer', said({ type: 'answer', id: 'call-1-is-pending-now', ok: true, value: {} })],
    ['answer', said({ type: 'answer', id: 'call-1-is-pending-now', ok: false, reason: 'refused' })],
  ])('%s', (type, data) => {
    expect(validateMessage(heard(data), facts())).toMatchObject({ type })
  })
})

describe('nobody else is heard', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only begins alike', { origin: `${ORIGIN}.evil.example` }],
    ['another scheme', { origin: 'http://app.kerf.example' }],
    ['another port', { origin: `${ORIGIN}:8443` }],
    ['another window of the right origin', { source: {} }],
    ['no window', { source: null }],
    ['a host under development', { origin: 'http://localhost:3000' }],
  ])('%s', (_, some) => {
    expect(validateMessage(heard(reload, some), facts())).toBe('foreign')
  })
  test('a window that is not there is nobody', () => {
    expect(validateMessage(heard(reload, { source: null }), facts({ peer: null }))).toBe('foreign')
  })
  test('under development a host may run on this machine', () => {
    const allowLocalhost = { allowLocalhost: true }
    for (const origin of ['http://localhost:3000', 'http://b.other.localhost', 'http://127.0.0.1:9'])
      expect(validateMessage(heard(reload, { origin }), facts(allowLocalhost))).toMatchObject({
        type: 'reload',
      })
    for (const origin of ['http://localhost.evil.example', 'http://evil.example', 'https://localhost:1x'])
      expect(validateMessage(heard(reload, { origin }), facts(allowLocalhost))).toBe('foreign')
  })
})

describe('what does not fit is dropped', () => {
  test.each([
    ['other version', { ...reload, version: 2 }],
    ['no type', said({})],
    ['unknown type', said({ type: 'eval', code: '1' })],
    ['wrong field', said({ type: 'theme', theme: 'url(x)' })],
    ['a token in place of a ticket', said({ type: 'ticket', ticket: 'a'.repeat(43) })],
    ['another page view', { ...reload, session: 't'.repeat(20) }],
    ['said before', { ...reload, seq: 4 }],
    ['no number', { ...reload, seq: Number.NaN }],
    ['an answer that nobody waits for', said({ type: 'answer', id: 'x'.repeat(20), ok: true, value: 1 })],
  ])('%s', (_, data) => {
    expect(validateMessage(heard(data), facts())).toBe('dropped')
  })
  test.each([[null], ['text'], [5], [undefined], [[]], [{}], [{ source: 'kerf-portal' }]])('%j', data => {
    expect(validateMessage(heard(data), facts())).toBe('foreign')
  })
})

describe('at most five a second', () => {
  const recent = [9100, 9200, 9300, 9400, 9500]
  test('the sixth is dropped', () => {
    expect(validateMessage(heard(reload), facts({ recent: recent.slice(1) }))).toMatchObject({
      type: 'reload',
    })
    expect(validateMessage(heard(reload), facts({ recent }))).toBe('dropped')
    expect(validateMessage(heard(reload, { at: 10_101 }), facts({ recent }))).toMatchObject({
      type: 'reload',
    })
  })
  test('an answer that is waited for passes', () => {
    const answer = said({ type: 'answer', id: 'call-1-is-pending-now', ok: true, value: {} })
    expect(validateMessage(heard(answer), facts({ recent }))).toMatchObject({ type: 'answer' })
  })
})

describe('a host without an origin', () => {
  const opaque = { origin: 'null' }
  test('may say what harms nobody', () => {
    expect(validateMessage(heard(hello, opaque), facts())).toMatchObject({ type: 'hello' })
    expect(validateMessage(heard(reload, opaque), facts())).toMatchObject({ type: 'reload' })
  })
  test.each([
    ['logout', said({ type: 'logout' })],
    ['ticket', said({ type: 'ticket', ticket: `tkt_${'a'.repeat(43)}` })],
    ['get-session', said({ type: 'get-session', id: 'i'.repeat(20) })],
    ['answer', said({ type: 'answer', id: 'call-1-is-pending-now', ok: true, value: {} })],
  ])('but not %s', (_, data) => {
    expect(validateMessage(heard(data, opaque), facts())).toBe('dropped')
  })
})
