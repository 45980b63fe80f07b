/** Redemption codes to try, and past redemptions of the personal demo account. */
import { hashRedemptionCode, REDEMPTION_CODE_ENCRYPTION_CONTEXT } from '../../entitlements/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import { insertBenefits, insertCodeBatches, insertCodes, insertPastRedemptions } from './seed-store.ts'

/** Unused codes. Each can be redeemed once. */
export const DEMO_CODES = Array.from(
  { length: 12 },
  (_, i) => `KERFDEM02026${String(i + 1).padStart(4, '0')}`,
)
export const DEMO_EXPIRED_CODE = 'KERFDEM020200001'
const PAST_CODES = ['KERFDEM020250001', 'KERFDEM020250002']

/** Writes the demo codes once: redeemed codes stay redeemed. `uid`: the account with the past redemptions. */
export async function seedRedemption(db: Database, key: Buffer, uid: string): Promise<void> {
  await db.transaction(async tx => {
    if ((await insertBenefits(tx)).length === 0) return
    await insertCodeBatches(tx)
    const hashAll = (codes: readonly string[]) => codes.map(code => hashRedemptionCode(key, code))
    await insertCodes(tx, { batch: 'bat_demo', hashes: hashAll(DEMO_CODES), redeemed: false })
    await insertCodes(tx, { batch: 'bat_demo_over', hashes: hashAll([DEMO_EXPIRED_CODE]), redeemed: false })
    await insertCodes(tx, { batch: 'bat_demo_past', hashes: hashAll(PAST_CODES), redeemed: true })
    const codes = PAST_CODES.map(code => encrypt(key, code, REDEMPTION_CODE_ENCRYPTION_CONTEXT))
    await insertPastRedemptions(tx, { uid, codes })
  })
}
