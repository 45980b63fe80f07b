/** Restricts, bans and enables accounts. */
import { REASON_MAX } from '@kerf/contract/console/console-session'
import {
  type AccountStatus,
  deleteAllSessions,
  isMerging,
  type LockedAccount,
  setAccountStatus,
} from '../../identity/index.ts'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { readTime } from '../../platform/db/database-clock.ts'
import { OperationError } from '../input/operation-error.ts'
import { lockAccount } from './find-account.ts'

export type StatusChange = 'restrict' | 'unrestrict' | 'ban' | 'unban'

export interface ChangedStatus {
  readonly uid: string
  readonly status: AccountStatus
  readonly before: AccountStatus
  readonly sessionsEnded: number
  /** unix seconds at which the ban ends; null: an operator lifts it, or there is none */
  readonly bannedUntil: number | null
  /** the ban that was lifted; null: none was */
  readonly lifted: { readonly until: number | null; readonly reason: string } | null
}

/** The status after a change. Throws an OperationError if the change would silently undo a ban. */
function statusAfter(change: StatusChange, before: AccountStatus): AccountStatus {
  if (change === 'ban') return 'banned'
  if (change === 'unban') return before === 'banned' ? 'active' : before
  if (before === 'banned') throw new OperationError('account_banned')
  return change === 'restrict' ? 'restricted' : 'active'
}

export interface StatusOrder {
  /** see `findUid` */
  readonly who: string
  readonly change: StatusChange
  /** refuses accounts of the other kind */
  readonly kind?: LockedAccount['kind']
  /** of a ban, for operators only: at most 200 characters */
  readonly reason?: string | undefined
  /** end of a ban, in the future */
  readonly until?: Date | undefined
  readonly operator: string
}

const secondsOf = (date: Date | null): number | null => date && Math.floor(date.getTime() / 1_000)
const NO_BAN = { bannedUntil: null, banReason: '' }

async function validate(db: Database, { reason = '', until }: StatusOrder): Promise<void> {
  if ([...reason].length > REASON_MAX) throw new OperationError('reason_too_long', { max: REASON_MAX })
  if (until !== undefined && until.getTime() <= (await readTime(db))) throw new OperationError('ban_end_past')
}

/**
 * A ban ends every session in its transaction. A concurrent sign-in is either ended with them or refused. A second ban
 * replaces reason and end of the first. Throws an OperationError.
 */
export async function setStatus(db: Database, order: StatusOrder): Promise<ChangedStatus> {
  await validate(db, order)
  const { who, change, kind, reason = '', until = null, operator } = order
  return db.transaction(async tx => {
    const locked = await lockAccount(tx, who)
    const { uid, status: before, kind: found } = locked
    if (kind !== undefined && kind !== found) throw new OperationError('account_not_enterprise')
    const status = statusAfter(change, before)
    // Only the merge lifts its freeze; a ban without an end may stand over it.
    if ((status !== 'banned' || until !== null) && (await isMerging(tx, { uid })).length > 0)
      throw new OperationError('merge_unfinished')
    const ban = change === 'ban' ? { bannedUntil: until, banReason: reason } : NO_BAN
    if (status !== before || change === 'ban') await setAccountStatus(tx, { uid, status, ...ban })
    if (status !== before) await publishAccountUpdated(tx, uid, ['status'])
    const sessionsEnded =
      status === 'banned' ? (await deleteAllSessions(tx, { uid }, 'account_banned')).length : 0
    const bannedUntil = secondsOf(ban.bannedUntil)
    const isLifted = before === 'banned' && status !== 'banned'
    const lifted = isLifted ? { until: secondsOf(locked.bannedUntil), reason: locked.banReason } : null
    const changed = changesOf({ status: before }, { status })
    const detail = {
      ...{ before, changed, sessionsEnded },
      ...(ban.banReason !== '' && { reason: ban.banReason }),
      ...(bannedUntil !== null && { until: bannedUntil }),
    }
    await writeAudit(tx, { event: `user.${change}`, outcome: 'ok', uid, operator, detail })
    return { uid, status, before, sessionsEnded, bannedUntil, lifted }
  })
}
