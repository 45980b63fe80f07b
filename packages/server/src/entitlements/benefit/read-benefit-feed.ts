/** What happened to benefits, in one order for every reader: the feed that apps read, and what webhooks carry. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { BenefitEvent, listBenefitEvents } from '@kerf/contract/endpoints/redemption'
import type { Database } from '../../platform/db/database.ts'
import { type EventRow, enterDoor, hasUnplaced, listEvents, placeEvents } from './benefit-store.ts'

const PLACED_AT_ONCE = 1_000

/** Gives every committed event its position. */
async function place(db: Database): Promise<void> {
  for (;;) {
    const [unplaced] = await hasUnplaced(db)
    if (!unplaced?.found) return
    await db.transaction(async tx => {
      await enterDoor(tx)
      await placeEvents(tx, PLACED_AT_ONCE)
    })
  }
}

const told = (row: EventRow): BenefitEvent => ({
  id: row.position,
  type: 'benefit.redeemed',
  uid: row.uid,
  benefit: { id: row.benefit, name: { en: row.name_en, zh: row.name_zh } },
  effectTime: row.at,
  expireTime: row.expires_at,
})

/** `app`: its code. `after`: position of the last event it has handled. */
export async function readBenefitFeed(
  db: Database,
  app: string,
  after: string,
  limit: number,
): Promise<OutputOf<typeof listBenefitEvents>> {
  await place(db)
  const rows = await listEvents(db, app, after, limit + 1)
  const items = rows.slice(0, limit).map(told)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
