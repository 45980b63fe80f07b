/** The feed of granted benefits, in one order for every reader. Apps read it over HTTP; webhooks carry the same pages. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { BenefitEvent, listBenefitEvents } from '@kerf/contract/endpoints/benefit'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { parseIdCursor } from '../../web/page-cursor.ts'
import {
  cursorAtTime,
  findLastBatch,
  hasBatches,
  publishAndFindLastBatch,
  readBatches,
} from './benefit-batches.ts'
import {
  type BenefitEventRow,
  countEventsAfter,
  countEventsSince,
  findLastPosition,
  findPositionBefore,
  findPositionSince,
  findUnnumberedEvent,
  listEventsAfter,
  lockNumbering,
  numberEvents,
} from './benefit-event-store.ts'

const NUMBERED_AT_ONCE_MAX = 1_000

/** Assigns a position to every committed event that has none. */
async function numberNewEvents(db: Database): Promise<void> {
  for (;;) {
    const [unnumbered] = await findUnnumberedEvent(db)
    if (!unnumbered) return
    await db.transaction(async tx => {
      await lockNumbering(tx)
      await numberEvents(tx, { limit: NUMBERED_AT_ONCE_MAX })
    })
  }
}

async function readNumbered(db: Database, app: string, cursor: string | undefined, limit: number) {
  const after = parseIdCursor(cursor) ?? '0'
  await numberNewEvents(db)
  const rows = await listEventsAfter(db, { app, after, limit })
  return rows.map(row => ({ ...row, cursor: row.position }))
}

const toBenefitEvent = (row: BenefitEventRow & { readonly cursor: string }): BenefitEvent => ({
  id: row.cursor,
  type: row.withdrawn ? 'benefit.withdrawn' : 'benefit.redeemed',
  uid: row.uid,
  benefit: { id: row.benefit, name: { en: row.name_en, zh: row.name_zh } },
  effectTime: row.at,
  expireTime: row.expires_at,
})

/** `app`: its code. `cursor`: id of the last event that the app has handled. Throws `bad_request`. */
export async function readBenefitFeed(
  db: Database,
  app: string,
  cursor: string | undefined,
  limit: number,
): Promise<OutputOf<typeof listBenefitEvents>> {
  const read = (await hasBatches(db)) ? readBatches : readNumbered
  const rows = await read(db, app, cursor, limit + 1)
  const items = rows.slice(0, limit).map(toBenefitEvent)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Numbers new events, then returns the last position that readers get. '0': there are no events. */
export async function findFeedEnd(db: Database): Promise<string> {
  if (await hasBatches(db)) return publishAndFindLastBatch(db)
  await numberNewEvents(db)
  return (await findLastPosition(db))[0]?.position ?? '0'
}

/** The position that all future events follow. '0': there are no events. */
export const findLastFeedPosition = async (on: Queryable): Promise<string> =>
  (await hasBatches(on)) ? findLastBatch(on) : ((await findLastPosition(on))[0]?.position ?? '0')

/** Where a reader continues. */
export interface FeedPlace {
  readonly position: string
  /** the place in the batch after the position; null: its beginning */
  readonly cursor: string | null
  /** how many events follow */
  readonly events: number
}

/** An event gets its position after its commit, at most this long after its time. */
const COMMIT_MAX_MS = 60_000

/** Before the first event since a time. Later positions may have earlier times: those events follow too. */
export async function findFeedPlaceSince(on: Queryable, from: Date): Promise<FeedPlace> {
  const before = new Date(from.getTime() - COMMIT_MAX_MS)
  const [last] = await findPositionBefore(on, { before })
  const [first] = await findPositionSince(on, { position: last?.position ?? '0', from })
  if (first === undefined) {
    const position = await findLastFeedPosition(on)
    return { position, cursor: null, events: (await countEventsAfter(on, { position }))[0]?.events ?? 0 }
  }
  const { position } = first
  const [count] = await countEventsSince(on, { position, from })
  return {
    position: String(BigInt(position) - 1n),
    cursor: (await hasBatches(on)) ? cursorAtTime(position, from) : null,
    events: count?.events ?? 0,
  }
}
