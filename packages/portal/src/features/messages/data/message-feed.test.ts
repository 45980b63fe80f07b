import type { Call } from '@kerf/contract/client/client'
import type { StreamLine } from '@kerf/contract/messages/message-stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMessageFeed, type MessageCounts } from './message-feed.ts'

let lines: ReadableStreamDefaultController<Uint8Array>
beforeEach(() => {
  vi.useFakeTimers()
  const page = { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', { onLine: true })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      lines = controller
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ofAll = (all: number) =>
  ({ all, unread: all, device: 0, system: 0, app: all, activity: 0 }) as MessageCounts
const message = { type: 'message', item: { category: 'app' } } as StreamLine
const write = async (line: StreamLine) => {
  lines.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
  await vi.advanceTimersByTimeAsync(0)
}

/** A feed whose requests are resolved one by one, in order. */
function open() {
  const asked: ((counts: MessageCounts) => Promise<void>)[] = []
  const call = (() => {
    const { promise, resolve } = Promise.withResolvers<MessageCounts>()
    asked.push(async counts => {
      resolve(counts)
      await vi.advanceTimersByTimeAsync(0)
    })
    return promise
  }) as unknown as Call
  const feed = createMessageFeed({
    baseUrl: '',
    token: 't',
    lang: 'en',
    appCode: 'portal',
    call,
    onExpired() {},
  })
  return { feed, asked, leave: feed.subscribe(() => {}) }
}

test('a message increments the counts', async () => {
  const { feed, asked, leave } = open()
  await asked[0]?.(ofAll(3))
  await vi.advanceTimersByTimeAsync(4_000)
  await write(message)
  expect(feed.counts.get()).toMatchObject({ all: 4, unread: 4, app: 4 })
  expect(asked).toHaveLength(1)
  leave()
})

test('counts a message once if it arrives right after a response that may include it', async () => {
  const { feed, asked, leave } = open()
  await asked[0]?.(ofAll(4))
  await vi.advanceTimersByTimeAsync(2_000)
  await write(message)
  expect(asked).toHaveLength(2)
  await asked[1]?.(ofAll(4))
  expect(feed.counts.get()).toMatchObject({ all: 4, unread: 4 })
  leave()
})

test('counts a message once if it arrives while the counts are being fetched', async () => {
  const { feed, asked, leave } = open()
  await asked[0]?.(ofAll(3))
  await vi.advanceTimersByTimeAsync(2_000)
  await write({ type: 'changed' })
  await write(message)
  await asked[1]?.(ofAll(4))
  expect(asked).toHaveLength(3)
  await asked[2]?.(ofAll(4))
  expect(feed.counts.get()).toMatchObject({ all: 4, unread: 4 })
  expect(asked).toHaveLength(3)
  leave()
})
