/**
 * Takes events in, stores them in batches, and drops before it blocks (S-116): what waits is bounded in number and size, one
 * batch is under way at a time, and nobody waits for it. It has connections of its own; nothing else of the server does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../platform/db/database.ts'
import { DAYS_AHEAD } from './tracking-days-job.ts'
import { insertEvents, maintainTrackingDays, type StoredEvent } from './tracking-store.ts'

/** What became of events, for the metrics. */
export type EventOutcome = 'stored' | 'dropped' | 'refused' | 'limited'

export interface CollectorParts {
  readonly db: Queryable
  count(fate: EventOutcome, events: number): void
  onError(error: Error): void
}

const WAITING_MOST = 5_000
/** characters */
const WAITING_SIZE_MOST = 4 * 1024 * 1024
const BATCH = 200
/** Milliseconds in which events gather. */
const GATHER = 250
/** Milliseconds of rest after a batch that failed. */
const REST = 2_000
const NO_PARTITION = '23514'

export interface EventCollector {
  /** true while it has no room: what arrives need not be read */
  full(): boolean
  take(events: readonly StoredEvent[]): void
  /** Stores what waits, for a moment at most. */
  stop(): Promise<void>
}

export function createEventCollector({ db, count, onError }: CollectorParts): EventCollector {
  let waiting: string[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopping = false

  const full = (): boolean => waiting.length >= WAITING_MOST || size >= WAITING_SIZE_MOST

  const insert = async (rows: string): Promise<void> => {
    try {
      await insertEvents(db, rows)
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PARTITION) throw error
      // Nobody has made this day: the server was away for longer than the job works ahead.
      await maintainTrackingDays(db, DAYS_AHEAD, 0)
      await insertEvents(db, rows)
    }
  }

  const storeSome = async (): Promise<boolean> => {
    const batch = waiting.slice(0, BATCH)
    waiting = waiting.slice(BATCH)
    for (const row of batch) size -= row.length
    try {
      await insert(`[${batch.join(',')}]`)
      count('stored', batch.length)
      return true
    } catch (error) {
      count('dropped', batch.length)
      onError(error as Error)
      return false
    }
  }

  const storeAll = async (): Promise<void> => {
    let good = true
    while (waiting.length > 0 && good) {
      const began = performance.now()
      good = await storeSome()
      // The database is left to the others for as long again.
      if (good && waiting.length > 0 && !stopping) await sleep(performance.now() - began)
    }
    running = undefined
    if (waiting.length > 0) soon(REST)
  }

  const soon = (after: number): void => {
    if (timer !== undefined || running !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      running = storeAll()
    }, after).unref()
  }

  return {
    full,
    take(events) {
      let dropped = 0
      for (const { occurredAt, event, visitor, login, properties } of events) {
        if (full()) {
          dropped++
          continue
        }
        const row = JSON.stringify([occurredAt / 1_000, event, visitor, login, properties])
        waiting.push(row)
        size += row.length
      }
      if (dropped > 0) count('dropped', dropped)
      if (waiting.length > 0) soon(GATHER)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      timer = undefined
      await running
      clearTimeout(timer)
      if (waiting.length > 0) await storeAll()
      clearTimeout(timer)
    },
  }
}
