/** Merges two accounts of one person: a dry run first, then a second operator, then step by step. */
import { deleteAllSessions, setAccountStatus } from '../../../identity/index.ts'
import { currentOperatorEvidence } from '../../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../../platform/audit/write-audit.ts'
import type { Database } from '../../../platform/db/database.ts'
import { OperationError } from '../../input/operation-error.ts'
import { loadInstallationKeys } from '../../installation/load-installation-keys.ts'
import { withApproval } from '../../operator/approvals.ts'
import { accountNotFound, findUid, lockAccount } from '../find-account.ts'
import type { OperationTarget } from '../notify-account.ts'
import { insertMerge } from './merge-store.ts'
import { type MergePlan, planMerge } from './plan-merge.ts'
import { runMerge } from './run-merge.ts'

export interface MergeOrder {
  /** the account that is closed; see `findUid` */
  readonly from: string
  /** the account that stays */
  readonly into: string
  readonly operator: string
}

async function findBoth(db: Database, order: MergeOrder): Promise<{ from: string; into: string }> {
  const [from, into] = [await findUid(db, order.from), await findUid(db, order.into)]
  if (from === undefined || into === undefined) throw accountNotFound()
  return { from, into }
}

/** Changes nothing. Throws an OperationError. */
export async function previewMerge(db: Database, order: MergeOrder): Promise<MergePlan> {
  const { from, into } = await findBoth(db, order)
  const plan = await planMerge(db, from, into)
  const detail = { target: into, blocked: plan.blocked.length }
  await writeAudit(db, {
    event: 'user.merge_preview',
    outcome: 'ok',
    uid: from,
    operator: order.operator,
    detail,
  })
  return plan
}

export interface FinishedMerge {
  readonly from: string
  readonly into: string
  readonly moves: MergePlan['moves']
  /** false: a server continues what was interrupted */
  readonly finished: boolean
}

/**
 * Nobody can log in to the account that is closed from the first step on. `address`: what becomes of its email address. Throws an
 * OperationError, or an ApprovalPendingError until another operator approved.
 */
export async function mergeAccounts(
  target: OperationTarget,
  order: MergeOrder & { readonly address: 'second' | 'free' },
): Promise<FinishedMerge> {
  const { db, config } = target
  const { operator, address } = order
  const keys = await loadInstallationKeys(db, config)
  const { from, into } = await findBoth(db, order)
  const refuse = ({ blocked }: MergePlan): void => {
    if (blocked.length > 0) throw new OperationError(`These accounts cannot be merged. ${blocked.join(' ')}`)
  }
  refuse(await planMerge(db, from, into))
  const moves = await withApproval(
    db,
    {
      operation: 'user merge',
      parameters: { from, into, address },
      summary: `merge ${from} into ${into} and close the former; its address: ${address}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      for (const uid of [from, into].sort()) await lockAccount(tx, uid)
      const plan = await planMerge(tx, from, into)
      refuse(plan)
      const { caseNumber = '' } = currentOperatorEvidence() ?? {}
      const [started] = await insertMerge(tx, { uid: from, target: into, address, operator, caseNumber })
      if (!started) throw new OperationError('A merge of this account is not finished.')
      await setAccountStatus(tx, { uid: from, status: 'banned', bannedUntil: null, banReason: 'merge' })
      const { length: sessionsEnded } = await deleteAllSessions(tx, { uid: from }, 'account_banned')
      const detail = {
        target: into,
        address,
        approval,
        confirmedBy: decidedBy ?? '',
        sessionsEnded,
        ...plan.moves,
      }
      const changed = { account: { from, to: into } }
      for (const uid of [from, into])
        await writeAudit(tx, {
          event: 'user.merge',
          outcome: 'ok',
          uid,
          operator,
          detail: { ...detail, changed },
        })
      return plan.moves
    },
  )
  return { from, into, moves, finished: await runMerge(db, keys, from) }
}
