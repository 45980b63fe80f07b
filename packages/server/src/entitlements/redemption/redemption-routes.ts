import { getRedemptions, redeem as redeemEndpoint } from '@kerf/contract/endpoints/redemption'
import type { AddRoute } from '../../identity/index.ts'
import type { ListReads } from '../../platform/cluster/list-reads.ts'
import { listRedemptions } from './list-redemptions.ts'
import type { RedeemCode } from './redeem-code.ts'

/** `key`: `keys.redemption`. */
export function redemptionRoutes(add: AddRoute, reads: ListReads, key: Buffer, redeemCode: RedeemCode): void {
  add(redeemEndpoint, (input, { session, caller, idempotencyKey }) =>
    redeemCode(session, input, idempotencyKey, caller),
  )
  add(getRedemptions, async (page, { session: { uid }, caller }) =>
    listRedemptions(await reads.of(uid), key, uid, caller.lang, page),
  )
}
