/**
 * Open pages. A broadcast is written to every one that sees it, as it begins; of its own messages and marks an account is
 * told that they changed. Notifications of the database drive it; a look every few seconds makes good those that are lost.
 */
import type { Language } from '@kerf/contract/language'
import { LANGUAGES } from '@kerf/contract/language'
import { STREAM_HEARTBEAT_MS, STREAMS_PER_ACCOUNT_MAX } from '@kerf/contract/message-limits'
import type { StreamLine } from '@kerf/contract/message-stream'
import type { FindLiveTokens } from '../../identity/index.ts'
import { listen } from '../../platform/db/listen.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Reading } from './list-messages.ts'
import { loadAccountState } from './list-messages.ts'
import { textFor } from './message-content.ts'
import { broadcastId } from './message-id.ts'
import { type BroadcastRow, broadcastDetails } from './message-store.ts'
import { createMessageView, type MessageView } from './message-view.ts'
import { MESSAGE_CHANNEL } from './notify-changes.ts'

export interface StreamConnection {
  /** false: the other end does not take it; it is let go */
  write(line: Buffer): boolean
  end(): void
}

export interface StreamRequest {
  readonly uid: string
  readonly tokenHash: Buffer
  readonly lang: Language
  readonly appCode: string
}

export interface MessageStreams {
  /** Writes to `sink` until the session ends, the page leaves (`close`) or the process stops. Throws 20901 when it is full. */
  open(facts: StreamRequest, sink: StreamConnection): Promise<{ close(): void }>
  readonly size: number
  stop(): Promise<void>
}

export interface StreamDependencies extends Reading {
  readonly stillLive: FindLiveTokens
  readonly onError: (error: Error) => void
}

interface Stream extends StreamRequest {
  readonly sink: StreamConnection
  view: MessageView
}

/** In one process. */
const STREAMS_MAX = 20_000
const LOOK_EVERY = 5_000
/** After the connection that listens came back: everybody asks anew, but not all at once. */
const SPREAD = 10_000
const TIMER_MAX = 3_600_000
/** Milliseconds by which what is known of the database's clock may be wrong on a busy machine. */
const CLOCK_ERROR = 500

const lineOf = (line: StreamLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`)
const HELLO = lineOf({ type: 'hello' })
const CHANGED = lineOf({ type: 'changed' })
const BEAT = lineOf({ type: 'beat' })

export function openMessageStreams(of: StreamDependencies): MessageStreams {
  const { db, board, pictures, defaultApp, stillLive, onError } = of
  const byUid = new Map<string, Set<Stream>>()
  const ownTimers = new Map<string, NodeJS.Timeout>()
  let size = 0
  let shown: ReadonlyMap<number, BroadcastRow> | undefined
  let stopped = false
  let boundary: NodeJS.Timeout | undefined

  const all = function* (): Generator<Stream> {
    for (const streams of byUid.values()) yield* streams
  }
  const now = (): number => Date.now() + board.ahead()

  function drop(stream: Stream): void {
    const streams = byUid.get(stream.uid)
    if (!streams?.delete(stream)) return
    size--
    if (streams.size > 0) return
    byUid.delete(stream.uid)
    clearTimeout(ownTimers.get(stream.uid))
    ownTimers.delete(stream.uid)
  }
  function write(stream: Stream, line: Buffer): void {
    if (stream.sink.write(line)) return
    drop(stream)
    stream.sink.end()
  }
  function end(stream: Stream, reason: 'session' | 'replaced' | 'closing'): void {
    drop(stream)
    stream.sink.write(lineOf({ type: 'end', reason }))
    stream.sink.end()
  }

  /** What the account sees, and when the next of its own messages begins or ends. */
  async function look(uid: string): Promise<void> {
    const state = await loadAccountState(db, uid)
    for (const stream of byUid.get(uid) ?? [])
      stream.view = createMessageView(state, stream.appCode, defaultApp)
    clearTimeout(ownTimers.get(uid))
    ownTimers.delete(uid)
    if (state.next === null || !byUid.has(uid)) return
    const due = state.next
    const timer = setTimeout(
      () => {
        // The database's clock is known to a few milliseconds: told a little early, it is told again when it is due.
        if (due - now() < CLOCK_ERROR) for (const stream of byUid.get(uid) ?? []) write(stream, CHANGED)
        look(uid).catch(onError)
      },
      Math.min(Math.max(due - now(), 0) + 1, TIMER_MAX),
    ).unref()
    ownTimers.set(uid, timer)
  }
  function tellAccount(uid: string): void {
    const streams = byUid.get(uid)
    if (!streams) return
    for (const stream of streams) write(stream, CHANGED)
    look(uid).catch(onError)
  }

  /** What is on show now beside what was: told to everyone concerned. */
  async function pulse(): Promise<void> {
    await board.refresh()
    const time = now()
    const rows = await board.at(0)
    const next = new Map<number, BroadcastRow>()
    let soonest = Number.POSITIVE_INFINITY
    for (const row of rows) {
      if (row.starts > time) soonest = Math.min(soonest, row.starts)
      else if (row.ends === null || row.ends > time) {
        next.set(row.id, row)
        soonest = Math.min(soonest, row.ends ?? Number.POSITIVE_INFINITY)
      }
    }
    clearTimeout(boundary)
    if (soonest < Number.POSITIVE_INFINITY && !stopped)
      boundary = setTimeout(beat, Math.min(soonest - time + 1, TIMER_MAX)).unref()
    const before = shown
    shown = next
    if (before === undefined || size === 0) return
    const begun = [...next.values()].filter(({ id }) => !before.has(id))
    const gone = [...before.values()].filter(({ id }) => !next.has(id))
    for (const row of gone) {
      const line = lineOf({ type: 'gone', id: broadcastId(row.id) })
      for (const stream of all()) write(stream, line)
    }
    if (begun.length > 0) await tellBegun(begun)
  }
  async function tellBegun(begun: readonly BroadcastRow[]): Promise<void> {
    const details = new Map(
      (
        await broadcastDetails(
          db,
          begun.map(({ id }) => id),
        )
      ).map(row => [row.id, row]),
    )
    for (const row of begun) {
      const detail = details.get(row.id)
      if (!detail) continue
      const { texts, link, picture } = detail
      const line = (lang: Language): Buffer =>
        lineOf({
          type: 'message',
          item: {
            id: broadcastId(row.id),
            category: row.category,
            app: row.app,
            ...textFor(texts, lang),
            link,
            picture: picture === null ? null : pictures(picture),
            at: Math.floor(row.starts / 1000),
            until: row.ends === null ? null : Math.floor(row.ends / 1000),
            read: false,
          },
        })
      const lines = Object.fromEntries(LANGUAGES.map(lang => [lang, line(lang)])) as Record<Language, Buffer>
      // It has begun, whatever moment the account was last looked at.
      const begunNow = { ...row, starts: 0, ends: null }
      for (const stream of all()) if (stream.view.sees(begunNow)) write(stream, lines[stream.lang])
    }
  }

  let pulsing: Promise<void> | undefined
  let again = false
  /** One at a time; what is heard meanwhile leads to one more. */
  function beat(): void {
    if (stopped) return
    if (pulsing) {
      again = true
      return
    }
    pulsing = pulse()
      .catch(onError)
      .finally(() => {
        pulsing = undefined
        if (!again) return
        again = false
        beat()
      })
  }

  function heard(payload: string): void {
    if (payload === 'broadcast' || payload === '') beat()
    else for (const uid of payload.split(' ')) tellAccount(uid)
    if (payload === '') askAnew()
  }
  /** What was said while nobody listened is lost. */
  function askAnew(): void {
    for (const stream of all()) {
      const tell = () => {
        if (byUid.get(stream.uid)?.has(stream)) write(stream, CHANGED)
      }
      setTimeout(tell, Math.random() * SPREAD).unref()
    }
  }

  async function checkSessions(): Promise<void> {
    if (size === 0) return
    const open = [...all()]
    const live = await stillLive(open.map(({ tokenHash }) => tokenHash))
    for (const stream of open) if (!live.has(stream.tokenHash.toString('latin1'))) end(stream, 'session')
  }

  let checking = false
  const looks = setInterval(() => {
    beat()
    if (checking) return
    checking = true
    checkSessions()
      .catch(onError)
      .finally(() => {
        checking = false
      })
  }, LOOK_EVERY).unref()
  const beats = setInterval(() => {
    for (const stream of all()) write(stream, BEAT)
  }, STREAM_HEARTBEAT_MS).unref()
  beat()
  const listening = listen(db, MESSAGE_CHANNEL, heard, onError)

  return {
    async open(facts, sink) {
      if (stopped || size >= STREAMS_MAX) throw new ApiError('system', { retryAfter: 30 })
      // Seen from before it is looked at: what begins meanwhile is not missed.
      const state = await loadAccountState(db, facts.uid)
      if (stopped) throw new ApiError('system', { retryAfter: 1 })
      const stream: Stream = { ...facts, sink, view: createMessageView(state, facts.appCode, defaultApp) }
      const streams = byUid.get(facts.uid) ?? new Set()
      byUid.set(facts.uid, streams)
      const [oldest] = streams
      if (oldest && streams.size >= STREAMS_PER_ACCOUNT_MAX) {
        end(oldest, 'replaced')
        byUid.set(facts.uid, streams)
      }
      streams.add(stream)
      size++
      write(stream, HELLO)
      if (state.next !== null && !ownTimers.has(facts.uid)) look(facts.uid).catch(onError)
      return { close: () => drop(stream) }
    },
    get size() {
      return size
    },
    async stop() {
      stopped = true
      clearInterval(looks)
      clearInterval(beats)
      clearTimeout(boundary)
      for (const stream of [...all()]) end(stream, 'closing')
      await pulsing
      await listening.stop()
    },
  }
}
