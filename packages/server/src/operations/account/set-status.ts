/** Restricts, bans and enables accounts. */
import {
  type AccountStatus,
  deleteAllSessions,
  type LockedAccount,
  setAccountStatus,
} from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../operation-error.ts'
import { lockAccount } from './find-account.ts'

export type StatusChange = 'restrict' | 'unrestrict' | 'ban' | 'unban'

export interface ChangedStatus {
  readonly uid: string
  readonly status: AccountStatus
  readonly before: AccountStatus
  readonly sessionsEnded: number
}

/** The status after a change. Throws an OperationError if the change would silently undo a ban. */
function statusAfter(change: StatusChange, before: AccountStatus): AccountStatus {
  if (change === 'ban') return 'banned'
  if (change === 'unban') return before === 'banned' ? 'active' : before
  if (before === 'banned')
    throw new OperationError('The account is banned, which is more than restricted: unban it first.')
  return change === 'restrict' ? 'restricted' : 'active'
}

export interface StatusOrder {
  /** see `findUid` */
  readonly who: string
  readonly change: StatusChange
  /** refuses accounts of the other kind */
  readonly kind?: LockedAccount['kind']
  readonly operator: string
}

/** A ban ends every session in its transaction. A concurrent sign-in is either ended with them or refused. */
export async function setStatus(
  db: Database,
  { who, change, kind, operator }: StatusOrder,
): Promise<ChangedStatus> {
  return db.transaction(async tx => {
    const { uid, status: before, kind: found } = await lockAccount(tx, who)
    if (kind !== undefined && kind !== found) throw new OperationError(`This is not an ${kind} account.`)
    const status = statusAfter(change, before)
    if (status !== before) await setAccountStatus(tx, { uid, status })
    const sessionsEnded = status === 'banned' ? (await deleteAllSessions(tx, { uid })).length : 0
    const detail = { before, sessionsEnded }
    await writeAudit(tx, { event: `user.${change}`, outcome: 'ok', uid, operator, detail })
    return { uid, status, before, sessionsEnded }
  })
}
