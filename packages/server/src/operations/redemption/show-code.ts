/** What became of one code: its batch, its state, and who redeemed it. */
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
}

/** The code itself stands in no log and no audit row. Throws an OperationError. */
export async function showCode(
  db: Database,
  keys: Pick<Keys, 'redemption'>,
  typed: string,
  operator: string,
): Promise<ShownCode> {
  const code = parseRedemptionCode(typed)
  if (code === undefined) throw new OperationError('This is not a code.')
  const [found] = await findShownCode(db, { hash: hashRedemptionCode(keys.redemption, code) })
  if (!found) {
    await writeAudit(db, { event: 'codes.show', outcome: 'ok', operator, detail: { found: false } })
    throw new OperationError('There is no such code.')
  }
  const { redeemedExactly, ...shown } = found
  const redemptions =
    redeemedExactly === null
      ? []
      : await findRedemptionsAt(db, { benefit: found.benefit, at: redeemedExactly })
  const isThis = ({ code: encrypted }: { readonly code: Buffer }): boolean =>
    parseRedemptionCode(
      decrypt(keys.redemption, encrypted, REDEMPTION_CODE_ENCRYPTION_CONTEXT).toString(),
    ) === code
  const uid = redemptions.find(isThis)?.uid ?? null
  const { batch, number } = shown
  await writeAudit(db, { event: 'codes.show', outcome: 'ok', uid, operator, detail: { batch, number } })
  return { ...shown, uid }
}
