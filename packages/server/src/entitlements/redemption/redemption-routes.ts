import { getRedemptions, redeem as redeemEndpoint } from '@kerf/contract/endpoints/redemption'
import type { Queryable } from '../../platform/db/database.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { listRedemptions } from './list-redemptions.ts'
import type { RedeemCode } from './redeem-code.ts'

/** `key`: `keys.redemption`. */
export function redemptionRoutes(add: AddRoute, db: Queryable, key: Buffer, redeemCode: RedeemCode): void {
  add(redeemEndpoint, (input, { session, caller, idempotencyKey }) =>
    redeemCode(session, input, idempotencyKey, caller),
  )
  add(getRedemptions, (page, { session, caller }) => listRedemptions(db, key, session.uid, caller.lang, page))
}
