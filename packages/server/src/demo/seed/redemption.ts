/** Codes to try redemption with, and a history for the demo account, in development only. */

import { hashRedemptionCode, REDEMPTION_CODE_ENCRYPTION_CONTEXT } from '../../entitlements/index.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { encrypt } from '../../platform/keys/encryption.ts'

/** Each works once. */
export const DEMO_CODES = Array.from(
  { length: 12 },
  (_, i) => `KERFDEM02026${String(i + 1).padStart(4, '0')}`,
)
export const DEMO_EXPIRED_CODE = 'KERFDEM020200001'
const PAST_CODES = ['KERFDEM020250001', 'KERFDEM020250002']

const insertBenefits = statement<{ id: string }>(
  'demo.benefits',
  `insert into benefit (id, name_en, name_zh, days) values
     ('ben_demo_library', 'Design library, 30 days', '设计素材库 30 天', 30),
     ('ben_demo_storage', 'Project storage, without end', '项目云空间，长期有效', 0)
   on conflict do nothing returning id`,
)
const insertBatches = statement<never>(
  'demo.batches',
  `insert into code_batch (id, benefit_id, origin, count, expires_at, operator) values
     ('bat_demo', 'ben_demo_library', 'imported', 12, null, 'demo'),
     ('bat_demo_over', 'ben_demo_library', 'imported', 1, '2020-12-31', 'demo'),
     ('bat_demo_past', 'ben_demo_storage', 'imported', 2, null, 'demo')`,
)
const insertCodes = statement<never, [batch: string, hashes: Buffer[], redeemed: boolean]>(
  'demo.codes',
  `insert into redemption_code (batch_id, hash, number, redeemed_at)
   select $1, hash, n, case when $3 then now() end from unnest($2::bytea[]) with ordinality as t(hash, n)
   on conflict do nothing`,
)
const insertPast = statement<never, [uid: string, codes: Buffer[]]>(
  'demo.redemptions',
  `insert into redemption (uid, benefit_id, code, at, expires_at)
   select $1, benefit, code, now() - age, now() - age + lasts
     from unnest($2::bytea[], array['ben_demo_library', 'ben_demo_storage'],
                 array['45 days', '12 days']::interval[], array['30 days', null]::interval[])
          as t(code, benefit, age, lasts)`,
)

/** Makes them once; what is redeemed stays redeemed. `uid`: of the demo account. */
export async function seedRedemption(db: Database, key: Buffer, uid: string): Promise<void> {
  await db.transaction(async tx => {
    if ((await insertBenefits(tx)).length === 0) return
    await insertBatches(tx)
    const hashes = (codes: readonly string[]) => codes.map(code => hashRedemptionCode(key, code))
    await insertCodes(tx, 'bat_demo', hashes(DEMO_CODES), false)
    await insertCodes(tx, 'bat_demo_over', hashes([DEMO_EXPIRED_CODE]), false)
    await insertCodes(tx, 'bat_demo_past', hashes(PAST_CODES), true)
    await insertPast(
      tx,
      uid,
      PAST_CODES.map(code => encrypt(key, code, REDEMPTION_CODE_ENCRYPTION_CONTEXT)),
    )
  })
}
