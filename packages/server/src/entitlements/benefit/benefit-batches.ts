/**
 * The feed of benefits on a distributed database. If each event had a number of its own, all shards would wait for one row. Instead one
 * statement gives all new events of all shards the number of a batch; the events of a batch are ordered by time. Decision 036.
 */

import { isDistributed } from '../../platform/cluster/distribution-store.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { invalidCursor } from '../../web/page-cursor.ts'
import {
  type BatchedEventRow,
  type BatchPlace,
  type BatchState,
  findBatchState,
  findLastPosition,
  findUnnumberedEvent,
  listBatchedEvents,
  lockBatchState,
  sealEvents,
  storeBatchState,
} from './benefit-event-store.ts'

/** A backup of a distributed database may be restored to one that is not. */
export async function hasBatches(on: Queryable): Promise<boolean> {
  const [state] = await findBatchState(on)
  return state?.sealed != null || isDistributed(on)
}

const START: BatchPlace = { position: '0', atMs: null, uid: '00000000-0000-0000-0000-000000000000', id: '0' }

/** Reads `position-milliseconds-uid-id`. Digits only mean: after all events of that position. Throws `bad_request`. */
export function parseBatchCursor(cursor: string | undefined): BatchPlace {
  if (cursor === undefined) return START
  const [, position = '', atMs = null, uid = START.uid, id = START.id] =
    /^(\d{1,18})(?:-(\d{1,15})-([0-9a-f]{32})-(\d{1,18}))?$/.exec(cursor) ?? []
  if (position === '') throw invalidCursor()
  return { position, atMs, uid, id }
}

/** As a cursor: before all events of the position since that time. */
export const cursorAtTime = (position: string, from: Date): string =>
  `${position}-${from.getTime()}-${START.uid.replaceAll('-', '')}-${START.id}`

const cursorOf = ({ position, at_ms, uid, id }: BatchedEventRow, { single_until }: BatchState): string =>
  BigInt(position) <= BigInt(single_until ?? 0)
    ? position
    : `${position}-${at_ms}-${uid.replaceAll('-', '')}-${id}`

/**
 * Seals a batch of all new events, and publishes the former batch. COMMIT reaches one node after the other, so a reader may see only a
 * part of a batch. The statement that seals the next batch waits, on every shard, for rows of the former batch that are not yet committed.
 * After it, the former batch is complete on all shards. Returns the number of new events.
 */
const sealBatch = (db: Database): Promise<number> =>
  db.transaction(async tx => {
    const [state] = await lockBatchState(tx)
    const last = state?.sealed ?? (await findLastPosition(tx))[0]?.position ?? '0'
    const batch = String(BigInt(last) + 1n)
    const { length: events } = await sealEvents(tx, { batch })
    const singleUntil = state?.single_until ?? last
    await storeBatchState(tx, { sealed: events > 0 ? batch : last, published: last, singleUntil })
    return events
  })

async function publishNewEvents(db: Database): Promise<BatchState> {
  const [[state], [unnumbered]] = await Promise.all([findBatchState(db), findUnnumberedEvent(db)])
  if (state?.sealed != null && state.sealed === state.published && !unnumbered) return state
  // The second call publishes the batch that the first call sealed.
  if ((await sealBatch(db)) > 0) await sealBatch(db)
  const [published] = await findBatchState(db)
  return published ?? { sealed: null, published: null, single_until: null }
}

/** The number of the last batch that readers get. `on` may be a transaction: new events are not sealed. */
export async function findLastBatch(on: Queryable): Promise<string> {
  const [state] = await findBatchState(on)
  return state?.published ?? (await findLastPosition(on))[0]?.position ?? '0'
}

/** Seals new events, then returns the number of the last batch that readers get. */
export const publishAndFindLastBatch = async (db: Database): Promise<string> =>
  (await publishNewEvents(db)).published ?? '0'

/** Events after the cursor with their ids. `app`: its code. Throws `bad_request`. */
export async function readBatches(
  db: Database,
  app: string,
  cursor: string | undefined,
  limit: number,
): Promise<readonly (BatchedEventRow & { readonly cursor: string })[]> {
  const place = parseBatchCursor(cursor)
  const state = await publishNewEvents(db)
  const rows = await listBatchedEvents(db, { ...place, app, published: state.published ?? '0', limit })
  return rows.map(row => ({ ...row, cursor: cursorOf(row, state) }))
}
