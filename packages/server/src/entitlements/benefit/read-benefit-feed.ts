/** The feed of granted benefits, in one order for every reader. Apps read it over HTTP; webhooks carry the same pages. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { BenefitEvent, listBenefitEvents } from '@kerf/contract/endpoints/redemption'
import type { Database } from '../../platform/db/database.ts'
import {
  type BenefitEventRow,
  findUnnumberedEvent,
  listEventsAfter,
  lockNumbering,
  numberEvents,
} from './benefit-event-store.ts'

const NUMBERED_AT_ONCE_MAX = 1_000

/** Assigns a position to every committed event that has none. */
export async function numberNewEvents(db: Database): Promise<void> {
  for (;;) {
    const [unnumbered] = await findUnnumberedEvent(db)
    if (!unnumbered) return
    await db.transaction(async tx => {
      await lockNumbering(tx)
      await numberEvents(tx, { limit: NUMBERED_AT_ONCE_MAX })
    })
  }
}

const toBenefitEvent = (row: BenefitEventRow): BenefitEvent => ({
  id: row.position,
  type: 'benefit.redeemed',
  uid: row.uid,
  benefit: { id: row.benefit, name: { en: row.name_en, zh: row.name_zh } },
  effectTime: row.at,
  expireTime: row.expires_at,
})

/** `app`: its code. `after`: position of the last event that the app has handled. */
export async function readBenefitFeed(
  db: Database,
  app: string,
  after: string,
  limit: number,
): Promise<OutputOf<typeof listBenefitEvents>> {
  await numberNewEvents(db)
  const rows = await listEventsAfter(db, { app, after, limit: limit + 1 })
  const items = rows.slice(0, limit).map(toBenefitEvent)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
