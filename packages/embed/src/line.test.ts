import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLine } from './line.ts'
import { refuse } from './refuse.ts'
import type { KerfHandler } from './types.ts'

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

function open(handlers: Record<string, KerfHandler> = {}) {
  const heard: string[] = []
  const otherVersion = vi.fn()
  const line = openLine({
    origin: ORIGIN,
    target: () => portal,
    handlers: new Map(Object.entries(handlers)),
    app: undefined,
    hear: message => heard.push(message.type),
    otherVersion,
  })
  const says = (data: object, event: object = {}) =>
    listen({ source: portal, origin: ORIGIN, data: { source: 'kerf-portal', version: 1, ...data }, ...event })
  const greet = (session = 's') => {
    vi.advanceTimersByTime(300)
    says({ type: 'ready', session, nonce: sent.at(-1)?.message.nonce })
  }
  return { line, heard, says, greet, otherVersion }
}

test('says hello to exactly the portal until it is answered', () => {
  const { line, greet, heard } = open({ 'view.close': () => ({}) })
  vi.advanceTimersByTime(900)
  expect(sent.map(({ message }) => message.type)).toEqual(['hello', 'hello', 'hello'])
  expect(sent[0]).toMatchObject({ origin: ORIGIN, message: { calls: ['view.close'] } })
  line.say({ type: 'reload' })
  expect(sent).toHaveLength(3)
  greet()
  expect(heard).toEqual(['ready'])
  expect(sent.at(-1)?.message).toMatchObject({ type: 'reload', session: 's', seq: 0 })
  line.say({ type: 'logout' })
  expect(sent.at(-1)?.message).toMatchObject({ type: 'logout', seq: 1 })
  vi.advanceTimersByTime(3000)
  expect(sent.filter(({ message }) => message.type === 'hello')).toHaveLength(4)
})

test.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
])('%s is not heard', (_, event) => {
  const { says, greet, heard } = open()
  greet()
  says({ type: 'login', session: 's', uid: 'x' }, event)
  says({ type: 'login', session: 'other', uid: 'x' })
  expect(heard).toEqual(['ready'])
})

test('a guessed nonce opens nothing', () => {
  const { says, heard, line } = open()
  says({ type: 'ready', session: 's', nonce: 'guessed' })
  expect(heard).toEqual([])
  expect(line.isUp()).toBe(false)
})

test('calls are done, refused, unknown or given up', async () => {
  const gaveUp = vi.fn()
  const { says, greet } = open({
    'app.version': () => ({ version: '2' }),
    'canvas.import': () => {
      throw refuse('refused', 'no')
    },
    'album.save': () => Promise.reject(new Error('private detail')),
    'file.open': (_, { signal }) => new Promise(() => signal.addEventListener('abort', gaveUp)),
  })
  greet()
  sent = []
  for (const method of ['app.version', 'canvas.import', 'album.save', 'file.open', 'gcode.process'])
    says({ type: 'call', session: 's', id: method, method, input: {} })
  says({ type: 'cancel', session: 's', id: 'file.open' })
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
  expect(gaveUp).toHaveBeenCalled()
})

test('a portal of another version is noticed', () => {
  const { says, otherVersion, heard } = open()
  says({ type: 'ready', session: 's', version: 2 })
  expect(otherVersion).toHaveBeenCalled()
  expect(heard).toEqual([])
})
