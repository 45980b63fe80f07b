/**
 * Collects behavior events and stores them in batches, one batch at a time. The queue is bounded in number and size: when it is
 * full, events are dropped, so that callers never wait (S-116). It has its own database connections.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformServices } from '../../platform/services.ts'
import { DAYS_AHEAD } from './tracking-days-job.ts'
import { insertEvents, maintainTrackingDays, type StoredEvent } from './tracking-store.ts'

/** Label of the metric that counts events. */
export type EventOutcome = 'stored' | 'dropped' | 'refused' | 'limited'

export interface EventCollectorDependencies extends Pick<PlatformServices, 'db' | 'onError'> {
  /** the analytics ids among the given ones that belonged to accounts that are erased */
  listErasedLogins(logins: readonly string[]): Promise<ReadonlySet<string>>
  count(outcome: EventOutcome, events: number): void
}

interface QueuedEvent {
  /** JSON */
  readonly row: string
  readonly login: string | null
}

const QUEUE_MAX = 5_000
const QUEUE_MAX_CHARACTERS = 4 * 1024 * 1024
const BATCH_MAX = 200
/** Position of the analytics id in a row. */
const LOGIN_COLUMN = 3
/** Events wait this long for others of their batch. */
const COALESCE_MS = 250
const RETRY_DELAY_MS = 2_000
/** SQLSTATE check_violation: no partition exists for the day. */
const NO_PARTITION = '23514'

export interface EventCollector {
  /** While the queue is full, new events would be dropped: their requests need not be read. */
  isFull(): boolean
  add(events: readonly StoredEvent[]): void
  /** Stores the queued events, until the first batch fails. */
  stop(): Promise<void>
}

export function createEventCollector({
  db,
  listErasedLogins,
  count,
  onError,
}: EventCollectorDependencies): EventCollector {
  let queue: QueuedEvent[] = []
  let characters = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopping = false

  const isFull = (): boolean => queue.length >= QUEUE_MAX || characters >= QUEUE_MAX_CHARACTERS

  const insert = async (rows: string): Promise<void> => {
    try {
      await insertEvents(db, { rows })
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PARTITION) throw error
      // The server was down for longer than the job creates partitions ahead.
      await maintainTrackingDays(db, { daysAhead: DAYS_AHEAD, retentionDays: 0 })
      await insertEvents(db, { rows })
    }
  }

  /** Rows of the batch. A browser may send an event that it stored before the erasure of its account. */
  const withoutErasedLogins = async (batch: readonly QueuedEvent[]): Promise<string[]> => {
    const logins = [...new Set(batch.flatMap(({ login }) => login ?? []))]
    const erased = logins.length === 0 ? undefined : await listErasedLogins(logins)
    return batch.map(({ row, login }) =>
      login !== null && erased?.has(login)
        ? JSON.stringify((JSON.parse(row) as unknown[]).with(LOGIN_COLUMN, null))
        : row,
    )
  }

  /** Returns false when the batch was dropped because of an error. */
  const storeBatch = async (): Promise<boolean> => {
    const batch = queue.slice(0, BATCH_MAX)
    queue = queue.slice(BATCH_MAX)
    for (const { row } of batch) characters -= row.length
    try {
      await insert(`[${(await withoutErasedLogins(batch)).join(',')}]`)
      count('stored', batch.length)
      return true
    } catch (error) {
      count('dropped', batch.length)
      onError(error as Error)
      return false
    }
  }

  const storeQueue = async (): Promise<void> => {
    let stored = true
    while (queue.length > 0 && stored) {
      const startedAt = performance.now()
      stored = await storeBatch()
      // Pauses for as long as the batch took, which leaves half of the database's time to other work.
      if (stored && queue.length > 0 && !stopping) await sleep(performance.now() - startedAt)
    }
    running = undefined
    if (queue.length > 0) schedule(RETRY_DELAY_MS)
  }

  const schedule = (delayMs: number): void => {
    if (timer !== undefined || running !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      running = storeQueue()
    }, delayMs).unref()
  }

  return {
    isFull,
    add(events) {
      let dropped = 0
      for (const { occurredAt, event, visitor, login, properties } of events) {
        if (isFull()) {
          dropped++
          continue
        }
        const row = JSON.stringify([occurredAt / 1_000, event, visitor, login, properties])
        queue.push({ row, login })
        characters += row.length
      }
      if (dropped > 0) count('dropped', dropped)
      if (queue.length > 0) schedule(COALESCE_MS)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      timer = undefined
      await running
      clearTimeout(timer)
      if (queue.length > 0) await storeQueue()
      clearTimeout(timer)
    },
  }
}
