/** What became of one code: its batch, its state, and who redeemed it. */
import { REDEMPTION_CODE_LENGTH } from '@kerf/contract/limits'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import {
  findRedemptionsAt,
  findShownCode,
  hashRedemptionCode,
  REDEMPTION_CODE_ENCRYPTION_CONTEXT,
  type ShownCodeRow,
} from '../../entitlements/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { OperationError } from '../input/operation-error.ts'

export interface ShownCode extends ShownCodeRow {
  /** who redeemed it; null: nobody, or the account is erased */
  readonly uid: string | null
  /** id of the redemption, for `kerf redemption` */
  readonly redemption: string | null
}

type RedemptionKeys = Pick<Keys, 'redemption'>

/** undefined: there is no such code. */
export async function findCode(
  db: Database,
  keys: RedemptionKeys,
  typed: string,
): Promise<ShownCode | undefined> {
  const code = parseRedemptionCode(typed)
  if (code === undefined) return undefined
  const hashOf = (plain: string): Buffer => hashRedemptionCode(keys.redemption, plain)
  const hash = hashOf(code)
  const [found] = await findShownCode(db, { hash })
  if (!found) return undefined
  const { redeemedExactly, ...shown } = found
  const redemptions =
    redeemedExactly === null
      ? []
      : await findRedemptionsAt(db, { benefit: found.benefit, at: redeemedExactly })
  // By the hash: the person may have typed O where the operator types 0.
  const isThis = ({ code: encrypted }: { readonly code: Buffer }): boolean =>
    hashOf(decrypt(keys.redemption, encrypted, REDEMPTION_CODE_ENCRYPTION_CONTEXT).toString()).equals(hash)
  const { uid = null, id: redemption = null } = redemptions.find(isThis) ?? {}
  return { ...shown, uid, redemption }
}

/** The code itself stands in no log and no audit row. Throws an OperationError. */
export async function showCode(
  db: Database,
  keys: RedemptionKeys,
  typed: string,
  operator: string,
): Promise<ShownCode> {
  if (parseRedemptionCode(typed) === undefined)
    throw new OperationError('code_invalid', { length: REDEMPTION_CODE_LENGTH })
  const found = await findCode(db, keys, typed)
  const detail = found ? { batch: found.batch, number: found.number } : { found: false }
  await writeAudit(db, { event: 'codes.show', outcome: 'ok', uid: found?.uid ?? null, operator, detail })
  if (!found) throw new OperationError('code_unknown')
  return found
}
