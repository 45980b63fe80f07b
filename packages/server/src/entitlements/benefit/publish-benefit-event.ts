/** Adds a granted benefit to the feed, in the transaction that grants it. Readers see it once that is committed. */
import type { Queryable } from '../../platform/db/database.ts'
import { insertBenefitEvent, type NewBenefitEvent } from './benefit-event-store.ts'

export async function publishBenefitEvent(tx: Queryable, event: NewBenefitEvent): Promise<void> {
  await insertBenefitEvent(tx, event)
}
