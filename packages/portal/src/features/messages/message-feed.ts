/**
 * What reaches the page by itself: a stream of lines over `fetch`, whose token travels in its header. While it cannot be
 * had, the counts are looked at every half minute instead. A page that nobody sees lets its stream go.
 */
import type { Call } from '@kerf/contract/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { countMessages } from '@kerf/contract/endpoints/message'
import { LANGUAGE_HEADER, TOKEN_HEADER } from '@kerf/contract/headers'
import { STREAM_HEARTBEAT_MS } from '@kerf/contract/message-limits'
import { MESSAGE_STREAM_PATH, type StreamLine } from '@kerf/contract/message-stream'
import { isSessionExpiry } from '../../lib/error-name.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { readJsonLines } from './read-json-lines.ts'

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
  /** asks for the counts; of many at once one is asked */
  refresh(): void
  /** Hears what comes; the first listener opens the stream, the last one that leaves closes it. */
  subscribe(heard: (line: StreamLine) => void): () => void
}

const POLL_INTERVAL_MS = 30_000
const HIDDEN_TIMEOUT_MS = 60_000
const RETRY_MIN_MS = 1_000
/** The page's own calls go first; what comes before the stream is open is asked for once it is. */
const STREAM_START_DELAY_MS = 1_500
const RETRY_MAX_MS = 60_000
/** Lines of what was there when counts were asked for have come by then. */
const COUNTS_UNCERTAIN_MS = 3_000

export function createMessageFeed(options: MessageFeedOptions): MessageFeed {
  const counts = createStore<MessageCounts | undefined>(undefined)
  const listeners = new Set<(line: StreamLine) => void>()
  let running: AbortController | undefined
  /** lines are coming: nothing need be looked at */
  let up = false
  let asking: Promise<boolean> | undefined
  let askAgain = false
  let answeredAt = Number.NEGATIVE_INFINITY

  const tell = (line: StreamLine): void => {
    for (const listener of listeners) listener(line)
  }

  async function question(): Promise<boolean> {
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
  /** True: the counts are others than before. */
  function ask(): Promise<boolean> {
    asking = question().finally(() => {
      asking = undefined
      if (askAgain) refresh()
    })
    return asking
  }
  function refresh(): void {
    askAgain = asking !== undefined
    if (!askAgain) void ask()
  }
  function expire(): void {
    stop()
    options.onExpired()
  }

  function heard(line: StreamLine): void {
    const now = counts.get()
    // An answer under way, or just given, may have counted it already: lines come a little after what they tell of.
    const uncertain = asking !== undefined || Date.now() - answeredAt < COUNTS_UNCERTAIN_MS
    if (line.type === 'message' && uncertain) refresh()
    else if (line.type === 'message' && now) {
      const { category } = line.item
      counts.set({ ...now, [category]: now[category] + 1, all: now.all + 1, unread: now.unread + 1 })
    } else if (line.type === 'changed' || line.type === 'gone') refresh()
    else if (line.type === 'hello') void catchUp()
    tell(line)
  }

  async function catchUp(): Promise<void> {
    // What is under way was asked before what is to be caught up with.
    await asking
    if (await (asking ?? ask())) tell({ type: 'changed' })
  }

  /** Resolves when the stream has ended; tells whether it had been open, and why it ended. */
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
        up = true
        if (line.type === 'end') reason = line.reason
        else heard(line)
      }
    } catch {
      // Ended by us, by the network, or silent for too long: all the same.
    } finally {
      clearTimeout(timer)
    }
    return { opened, reason }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let wait = RETRY_MIN_MS
    const poll = setInterval(() => {
      if (!up) void catchUp()
    }, POLL_INTERVAL_MS)
    signal.addEventListener('abort', () => clearInterval(poll))
    await pause(STREAM_START_DELAY_MS, signal)
    while (!signal.aborted) {
      if (!navigator.onLine) {
        await pause(RETRY_MAX_MS, signal)
        continue
      }
      const { opened, reason } = await stream(signal)
      up = false
      if (signal.aborted) return
      if (reason === 'session') return expire()
      // Another page of this account has taken the place: two would go on taking it from each other.
      if (reason === 'replaced') return
      wait = opened ? RETRY_MIN_MS : Math.min(wait * 2, RETRY_MAX_MS)
      // Spread: a server that restarts must not be asked by everyone at once.
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
  function look(): void {
    clearTimeout(away)
    if (document.visibilityState === 'hidden') away = setTimeout(stop, HIDDEN_TIMEOUT_MS)
    else if (!running) {
      start()
      tell({ type: 'changed' })
    }
  }

  return {
    counts,
    refresh,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', look)
        if (document.visibilityState !== 'hidden') start()
        else refresh()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', look)
        clearTimeout(away)
        stop()
      }
    },
  }
}

/** Ends early when it is given up, or when the network is back. */
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
