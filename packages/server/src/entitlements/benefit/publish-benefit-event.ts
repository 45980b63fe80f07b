/** Adds a granted benefit, or one that was taken back, to the feed, in the transaction of the change. Readers see it once that is committed. */

import { publishBenefitChange } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { insertBenefitEvent, type NewBenefitEvent } from './benefit-event-store.ts'

/** `appCodes`: the apps that honor the benefit; empty: all. */
export async function publishBenefitEvent(
  tx: Queryable,
  event: NewBenefitEvent,
  appCodes: readonly string[],
): Promise<void> {
  await Promise.all([
    insertBenefitEvent(tx, { withdrawn: false, ...event }),
    publishBenefitChange(
      tx,
      event.uid,
      event.withdrawn ? 'benefit.withdrawn' : 'benefit.redeemed',
      event.benefit,
      appCodes,
    ),
  ])
}
