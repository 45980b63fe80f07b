/** What an account may do: everything, sign in but not redeem, earn or connect (restricted), nothing (banned). */

import { deleteAllSessions } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'
import { type LockedAccount, lockAccount } from './find-account.ts'
import { OperationError } from './operation-error.ts'

type Status = LockedAccount['status']

export type StatusChange = 'restrict' | 'unrestrict' | 'ban' | 'unban'

export interface ChangedStatus {
  readonly uid: string
  readonly status: Status
  readonly before: Status
  readonly sessionsEnded: number
}

const update = statement<never, [uid: string, status: Status]>(
  'operate.user.status',
  'update account set status = $2 where uid = $1',
)

/** The status after a change. Throws an OperationError where one change would silently undo another. */
function statusAfter(change: StatusChange, before: Status): Status {
  if (change === 'ban') return 'banned'
  if (change === 'unban') return before === 'banned' ? 'active' : before
  if (before === 'banned')
    throw new OperationError('The account is banned, which is more than restricted: unban it first.')
  return change === 'restrict' ? 'restricted' : 'active'
}

export interface StatusOrder {
  /** uid, e-mail address or enterprise account ID */
  readonly who: string
  readonly change: StatusChange
  /** refuses accounts of the other kind */
  readonly kind?: LockedAccount['kind']
  readonly operator: string
}

/** A ban ends every session with its transaction; a sign-in under way either ends with them or is refused. */
export async function setStatus(
  db: Database,
  { who, change, kind, operator }: StatusOrder,
): Promise<ChangedStatus> {
  return db.transaction(async tx => {
    const { uid, status: before, kind: found } = await lockAccount(tx, who)
    if (kind !== undefined && kind !== found) throw new OperationError(`This is not an ${kind} account.`)
    const status = statusAfter(change, before)
    if (status !== before) await update(tx, uid, status)
    const ended = status === 'banned' ? (await deleteAllSessions(tx, uid)).length : 0
    await writeAudit(tx, {
      event: `user.${change}`,
      outcome: 'ok',
      uid,
      operator,
      detail: { before, sessionsEnded: ended },
    })
    return { uid, status, before, sessionsEnded: ended }
  })
}
