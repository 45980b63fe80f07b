import { getRedemptions, redeem as redeemCode } from '@kerf/contract/endpoints/redemption'
import type { Queryable } from '../../platform/db/database.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { readRedemptions } from './list-redemptions.ts'
import type { createRedeemCode } from './redeem-code.ts'

export function redemptionRoutes(
  add: AddRoute,
  db: Queryable,
  key: Buffer,
  redeem: ReturnType<typeof createRedeemCode>,
): void {
  add(redeemCode, (input, { session, caller, idempotencyKey }) =>
    redeem(session, input, idempotencyKey, caller),
  )
  add(getRedemptions, (page, { session, caller }) => readRedemptions(db, key, session.uid, caller.lang, page))
}
