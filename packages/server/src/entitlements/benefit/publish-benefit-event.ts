/** Adds a granted benefit to the feed, in the transaction that grants it. Readers see it once that is committed. */

import { publishBenefitRedeemed } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { insertBenefitEvent, type NewBenefitEvent } from './benefit-event-store.ts'

/** `appCodes`: the apps that honor the benefit; empty: all. */
export async function publishBenefitEvent(
  tx: Queryable,
  event: NewBenefitEvent,
  appCodes: readonly string[],
): Promise<void> {
  await Promise.all([
    insertBenefitEvent(tx, event),
    publishBenefitRedeemed(tx, event.uid, event.benefit, appCodes),
  ])
}
