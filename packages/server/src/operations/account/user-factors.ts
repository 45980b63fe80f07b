/** Shows and removes the second factors of an account. */
import { REASON_MAX } from '@kerf/contract/console/console-session'
import { type FactorOverview, factorOverview, findAccount, removeFactors } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { createDatabaseClock } from '../../platform/db/database-clock.ts'
import { OperationError } from '../input/operation-error.ts'
import { accountNotFound, findUid, lockAccount } from './find-account.ts'
import { createNotifyAccount, type OperationTarget } from './notify-account.ts'

/** Times are unix seconds. Writes an audit event (S-119). Throws an OperationError. */
export async function showUserFactors(
  db: Database,
  who: string,
  operator: string,
): Promise<FactorOverview & { readonly uid: string }> {
  return db.transaction(async tx => {
    const found = await findUid(tx, who)
    const [account] = found === undefined ? [] : await findAccount(tx, { uid: found })
    if (!account) throw accountNotFound()
    const { uid } = account
    await writeAudit(tx, { event: 'user.factors', outcome: 'ok', uid, operator })
    return { uid, ...(await factorOverview(tx, { clock: createDatabaseClock(tx) }, uid)) }
  })
}

/**
 * Removes the authenticator app and the recovery codes of an owner who lost them, and ends every session, because the lost phone may
 * still be logged in. The audit record keeps the reason, and the owner gets an email. Throws an OperationError.
 */
export async function resetUserFactor(
  target: OperationTarget,
  { who, reason, operator }: { readonly who: string; readonly reason: string; readonly operator: string },
): Promise<{ uid: string; removed: boolean; sessionsEnded: number }> {
  if ([...reason].length > REASON_MAX) throw new OperationError('reason_too_long', { max: REASON_MAX })
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { removed, sessionsEnded } = await removeFactors(tx, uid)
    const changed = removed ? { secondFactor: { from: true, to: false } } : {}
    const detail = { reason, removed, sessionsEnded, changed }
    await writeAudit(tx, { event: 'user.factor_reset', outcome: 'ok', uid, operator, detail })
    if (removed) await notifyAccount(tx, account, { template: 'operator_factor_removed' })
    return { uid, removed, sessionsEnded }
  })
}
