/**
 * Live updates of messages: a stream of JSON lines over `fetch`, which can send the token in a header. While the stream
 * is down, the counts are polled. A hidden page closes its stream.
 */
import type { Call } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { countMessages } from '@kerf/contract/endpoints/message'
import { LANGUAGE_HEADER, TOKEN_HEADER } from '@kerf/contract/headers'
import { STREAM_HEARTBEAT_MS } from '@kerf/contract/message-limits'
import { MESSAGE_STREAM_PATH, type StreamLine } from '@kerf/contract/messages/message-stream'
import { isSessionExpiry } from '../../../lib/api/error-name.ts'
import { createStore, type Store } from '../../../lib/store.ts'

export type MessageCounts = OutputOf<typeof countMessages>

export interface MessageFeedOptions {
  /** '' for the page's own origin */
  readonly baseUrl: string
  readonly token: string
  readonly lang: string
  readonly appCode: string
  readonly call: Call
  onExpired(): void
}

export interface MessageFeed {
  readonly counts: Store<MessageCounts | undefined>
  /** Fetches the counts. Concurrent calls share one request. */
  refresh(): void
  /** The first subscriber opens the stream; the last one to unsubscribe closes it. */
  subscribe(listener: (line: StreamLine) => void): () => void
}

const POLL_INTERVAL_MS = 30_000
const HIDDEN_TIMEOUT_MS = 60_000
const RETRY_MIN_MS = 1_000
/** Lets the page's own calls go first. Changes before the stream opens are fetched on `hello`. */
const STREAM_START_DELAY_MS = 1_500
const RETRY_MAX_MS = 60_000
/** Within this time after a response, a line may belong to a message that the response already counted. */
const COUNTS_UNCERTAIN_MS = 3_000

export function createMessageFeed(options: MessageFeedOptions): MessageFeed {
  const counts = createStore<MessageCounts | undefined>(undefined)
  const listeners = new Set<(line: StreamLine) => void>()
  let running: AbortController | undefined
  /** the stream is open, so no polling is needed */
  let isStreamOpen = false
  let pendingFetch: Promise<boolean> | undefined
  let fetchAgain = false
  let answeredAt = Number.NEGATIVE_INFINITY

  const notify = (line: StreamLine): void => {
    for (const listener of listeners) listener(line)
  }

  async function fetchCounts(): Promise<boolean> {
    const before = counts.get()
    try {
      const answer = await options.call(countMessages, { appCode: options.appCode })
      answeredAt = Date.now()
      if (JSON.stringify(answer) === JSON.stringify(before)) return false
      counts.set(answer)
      return before !== undefined
    } catch (error) {
      if (isSessionExpiry(error)) expire()
      return false
    }
  }
  /** Resolves to whether the counts changed. */
  function startFetch(): Promise<boolean> {
    pendingFetch = fetchCounts().finally(() => {
      pendingFetch = undefined
      if (fetchAgain) refresh()
    })
    return pendingFetch
  }
  function refresh(): void {
    fetchAgain = pendingFetch !== undefined
    if (!fetchAgain) void startFetch()
  }
  function expire(): void {
    stop()
    options.onExpired()
  }

  function onLine(line: StreamLine): void {
    const now = counts.get()
    // A pending or recent response may already count this message, because lines arrive with a small delay.
    const uncertain = pendingFetch !== undefined || Date.now() - answeredAt < COUNTS_UNCERTAIN_MS
    if (line.type === 'message' && uncertain) refresh()
    else if (line.type === 'message' && now) {
      const { category } = line.item
      counts.set({ ...now, [category]: now[category] + 1, all: now.all + 1, unread: now.unread + 1 })
    } else if (line.type === 'changed' || line.type === 'gone') refresh()
    else if (line.type === 'hello') void catchUp()
    notify(line)
  }

  async function catchUp(): Promise<void> {
    // A request in flight was sent before the changes to catch up with.
    await pendingFetch
    if (await (pendingFetch ?? startFetch())) notify({ type: 'changed' })
  }

  /** Resolves when the stream has ended, to whether it had been open and why it ended. */
  async function stream(signal: AbortSignal): Promise<{ opened: boolean; reason: string | undefined }> {
    let opened = false
    let reason: string | undefined
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), STREAM_HEARTBEAT_MS * 3)
    try {
      const response = await fetch(`${options.baseUrl}${MESSAGE_STREAM_PATH}?appCode=${options.appCode}`, {
        headers: { [TOKEN_HEADER]: options.token, [LANGUAGE_HEADER]: options.lang },
        signal: AbortSignal.any([signal, silence.signal]),
        cache: 'no-store',
        credentials: 'omit',
      })
      if (response.status === 401) return { opened, reason: 'session' }
      if (!response.ok || !response.body) return { opened, reason }
      for await (const line of readJsonLines<StreamLine>(response.body)) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), STREAM_HEARTBEAT_MS * 3)
        opened = true
        isStreamOpen = true
        if (line.type === 'end') reason = line.reason
        else onLine(line)
      }
    } catch {
      // Aborted, network error, or no heartbeat: the caller reconnects in each case.
    } finally {
      clearTimeout(timer)
    }
    return { opened, reason }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let wait = RETRY_MIN_MS
    const poll = setInterval(() => {
      if (!isStreamOpen) void catchUp()
    }, POLL_INTERVAL_MS)
    signal.addEventListener('abort', () => clearInterval(poll))
    await pause(STREAM_START_DELAY_MS, signal)
    while (!signal.aborted) {
      if (!navigator.onLine) {
        await pause(RETRY_MAX_MS, signal)
        continue
      }
      const { opened, reason } = await stream(signal)
      isStreamOpen = false
      if (signal.aborted) return
      if (reason === 'session') return expire()
      // Another page replaced this stream. Reconnecting would make both replace each other in a loop.
      if (reason === 'replaced') return
      wait = opened ? RETRY_MIN_MS : Math.min(wait * 2, RETRY_MAX_MS)
      // Jitter: after a restart of the server, clients must not reconnect all at once.
      await pause(wait * (0.5 + Math.random()), signal)
    }
  }

  function start(): void {
    if (running) return
    running = new AbortController()
    void run(running.signal)
    refresh()
  }
  function stop(): void {
    running?.abort()
    running = undefined
  }

  let away: ReturnType<typeof setTimeout> | undefined
  function onVisibilityChange(): void {
    clearTimeout(away)
    if (document.visibilityState === 'hidden') away = setTimeout(stop, HIDDEN_TIMEOUT_MS)
    else if (!running) {
      start()
      notify({ type: 'changed' })
    }
  }

  return {
    counts,
    refresh,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', onVisibilityChange)
        if (document.visibilityState !== 'hidden') start()
        else refresh()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibilityChange)
        clearTimeout(away)
        stop()
      }
    },
  }
}

/** Waits; ends early on abort or when the network is back. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, milliseconds)
  window.addEventListener('online', end, { once: true })
  signal.addEventListener('abort', end, { once: true })
  await promise
  clearTimeout(timer)
  window.removeEventListener('online', end)
}

/** About ten times the length of the longest message. */
const LINE_LENGTH_MAX = 512 * 1024

/** Yields one JSON value per line. Throws if the stream fails, or if a line is not JSON or too long. */
export async function* readJsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_LENGTH_MAX) throw new Error('a line of the stream is too long')
      for (const line of lines) if (line !== '') yield JSON.parse(line) as T
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
