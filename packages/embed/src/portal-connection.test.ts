import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KerfHandler } from './native-calls.ts'
import { connectToPortal } from './portal-connection.ts'
import { refuse } from './refuse.ts'

const ORIGIN = 'https://passport.kerf.example'
let listen: (event: object) => void

interface Sent {
  readonly message: Record<string, unknown>
  readonly origin: string
}
let sent: Sent[]
/** A window of another origin: reading its address throws. */
let portal: Window

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  portal = {
    get location(): Location {
      throw new Error('cross-origin')
    },
    postMessage: (message: Record<string, unknown>, origin: string) => sent.push({ message, origin }),
  } as unknown as Window
  vi.stubGlobal('addEventListener', (_: string, listener: typeof listen) => {
    listen = listener
  })
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp(handlers: Record<string, KerfHandler> = {}) {
  const received: string[] = []
  const onOtherVersion = vi.fn()
  const connection = connectToPortal({
    origin: ORIGIN,
    target: () => portal,
    handlers: new Map(Object.entries(handlers)),
    app: undefined,
    onMessage: message => received.push(message.type),
    onOtherVersion,
  })
  const receive = (data: object, event: object = {}) =>
    listen({ source: portal, origin: ORIGIN, data: { source: 'kerf-portal', version: 1, ...data }, ...event })
  const completeHandshake = (session = 's') => {
    vi.advanceTimersByTime(300)
    receive({ type: 'ready', session, nonce: sent.at(-1)?.message.nonce })
  }
  return { connection, received, receive, completeHandshake, onOtherVersion }
}

test('sends hello to exactly the portal until it is answered', () => {
  const { connection, completeHandshake, received } = setUp({ 'view.close': () => ({}) })
  vi.advanceTimersByTime(900)
  expect(sent.map(({ message }) => message.type)).toEqual(['hello', 'hello', 'hello'])
  expect(sent[0]).toMatchObject({ origin: ORIGIN, message: { calls: ['view.close'] } })
  connection.send({ type: 'reload' })
  expect(sent).toHaveLength(3)
  completeHandshake()
  expect(received).toEqual(['ready'])
  expect(sent.at(-1)?.message).toMatchObject({ type: 'reload', session: 's', seq: 0 })
  connection.send({ type: 'logout' })
  expect(sent.at(-1)?.message).toMatchObject({ type: 'logout', seq: 1 })
  vi.advanceTimersByTime(3000)
  expect(sent.filter(({ message }) => message.type === 'hello')).toHaveLength(4)
})

test.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
])('ignores a message of %s', (_, event) => {
  const { receive, completeHandshake, received } = setUp()
  completeHandshake()
  receive({ type: 'login', session: 's', uid: 'x' }, event)
  receive({ type: 'login', session: 'other', uid: 'x' })
  expect(received).toEqual(['ready'])
})

test('a guessed nonce opens no session', () => {
  const { receive, received, connection } = setUp()
  receive({ type: 'ready', session: 's', nonce: 'guessed' })
  expect(received).toEqual([])
  expect(connection.isReady()).toBe(false)
})

test('answers calls: with a value, refused, failed, unsupported, and not after a cancellation', async () => {
  const onCanceled = vi.fn()
  const { receive, completeHandshake } = setUp({
    'app.version': () => ({ version: '2' }),
    'canvas.import': () => {
      throw refuse('refused', 'no')
    },
    'album.save': () => Promise.reject(new Error('private detail')),
    'file.open': (_, { signal }) => new Promise(() => signal.addEventListener('abort', onCanceled)),
  })
  completeHandshake()
  sent = []
  for (const method of ['app.version', 'canvas.import', 'album.save', 'file.open', 'gcode.process'])
    receive({ type: 'call', session: 's', id: method, method, input: {} })
  receive({ type: 'cancel', session: 's', id: 'file.open' })
  await vi.advanceTimersByTimeAsync(1)
  const answers = Object.fromEntries(
    sent.map(({ message: { id, ok, value, reason, text } }) => [id, { ok, value, reason, text }]),
  )
  expect(answers).toEqual({
    'app.version': { ok: true, value: { version: '2' } },
    'canvas.import': { ok: false, reason: 'refused', text: 'no' },
    'album.save': { ok: false, reason: 'failed' },
    'gcode.process': { ok: false, reason: 'unsupported' },
  })
  expect(onCanceled).toHaveBeenCalled()
})

test('reports a portal of another protocol version', () => {
  const { receive, onOtherVersion, received } = setUp()
  receive({ type: 'ready', session: 's', version: 2 })
  expect(onOtherVersion).toHaveBeenCalled()
  expect(received).toEqual([])
})
