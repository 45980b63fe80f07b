/** Merges two accounts of one person: a dry run first, then a second operator and 24 hours, then step by step. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { announceMerge, type LockedAccount, stopMerge } from '../../../identity/index.ts'
import { currentOperatorEvidence } from '../../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../../platform/audit/write-audit.ts'
import type { Database } from '../../../platform/db/database.ts'
import { randomHandle } from '../../../platform/keys/secrets.ts'
import { assertEvidence } from '../../input/assert-evidence.ts'
import { joinTexts } from '../../input/both-languages.ts'
import { OperationError } from '../../input/operation-error.ts'
import { withApproval } from '../../operator/approvals.ts'
import { accountNotFound, findUid, lockAccount } from '../find-account.ts'
import { mailDependencies, type OperationTarget } from '../notify-account.ts'
import { insertMerge } from './merge-store.ts'
import { type MergePlan, planMerge } from './plan-merge.ts'

const WAIT_SECONDS = DAY_SECONDS

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

export interface StartedMerge {
  readonly from: string
  readonly into: string
  readonly moves: MergePlan['moves']
  /** unix seconds; a server begins then */
  readonly readyAt: number
}

/**
 * Both owners get an email with a link that stops the merge until it begins, after 24 hours. From the first step on nobody can log in to
 * the account that is closed. `address`: what becomes of its email address. Throws an OperationError, or an ApprovalPendingError until another operator approved.
 */
export async function mergeAccounts(
  target: OperationTarget,
  order: MergeOrder & { readonly address: 'second' | 'free'; readonly evidence: string },
): Promise<StartedMerge> {
  const { db } = target
  const { operator, address, evidence } = order
  assertEvidence(evidence)
  const mail = await mailDependencies(target)
  const { from, into } = await findBoth(db, order)
  const refuse = ({ obstacles }: MergePlan): void => {
    if (obstacles.length > 0)
      throw new OperationError('merge_impossible', { obstacles: joinTexts(obstacles) })
  }
  refuse(await planMerge(db, from, into))
  return withApproval(
    db,
    {
      operation: 'user merge',
      parameters: { from, into, address, evidence },
      summary: `merge ${from} into ${into} and close the former; its address: ${address}, evidence ${evidence}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      const locked = new Map<string, LockedAccount>()
      for (const uid of [from, into].sort()) locked.set(uid, await lockAccount(tx, uid))
      const plan = await planMerge(tx, from, into)
      refuse(plan)
      const [closed, stays] = [locked.get(from), locked.get(into)]
      if (!closed || !stays) throw accountNotFound()
      const { caseNumber = '' } = currentOperatorEvidence() ?? {}
      const id = randomHandle()
      const merge = { uid: from, target: into, address, operator, caseNumber }
      const [started] = await insertMerge(tx, { ...merge, id, waitSeconds: WAIT_SECONDS })
      if (!started) throw new OperationError('merge_unfinished')
      const { readyAt } = started
      const detail = { evidence, address, approval, confirmedBy: decidedBy ?? '', readyAt, ...plan.moves }
      const changed = { account: { from, to: into } }
      for (const uid of [from, into])
        await writeAudit(tx, {
          event: 'user.merge',
          outcome: 'ok',
          uid,
          operator,
          detail: { ...detail, changed },
        })
      await announceMerge(tx, mail, { from: closed, into: stays, id, readyAt })
      return { from, into, moves: plan.moves, readyAt }
    },
  )
}

/** Stops a merge that has not begun. `who`: either account. Throws an OperationError. */
export async function keepAccounts(
  target: OperationTarget,
  who: string,
  operator: string,
): Promise<{ uid: string }> {
  const mail = await mailDependencies(target)
  return target.db.transaction(async tx => {
    const { uid } = await lockAccount(tx, who)
    if (!(await stopMerge(tx, mail, { uid, by: 'operator' }, { operator })))
      throw new OperationError('merge_not_waiting')
    return { uid }
  })
}
