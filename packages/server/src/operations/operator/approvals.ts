/**
 * Acts of two persons (S-172): the first run of a command stores what is asked for, another operator approves it in a session of
 * their own, and the first operator runs the same command again, which takes the approval in the transaction of the act.
 */
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { randomHandle, sha256 } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { assertMayTakePart, assertProvenOperator } from './acting-operator.ts'
import {
  type ApprovalRow,
  approveRow,
  expireSameAct,
  findApproval,
  insertApproval,
  listApprovals as listRows,
  rejectRow,
  revealApproval,
  takeApproval,
} from './approval-store.ts'
import { hasRole, OPERATIONS } from './operation-table.ts'
import { principalsOf } from './operators.ts'

export type { ApprovalRow } from './approval-store.ts'

const VALID_HOURS = 24

/** What a second operator is asked for. */
export interface Act {
  /** words of the command, as in `OPERATIONS` */
  readonly operation: string
  /** everything that decides what happens; the approved act has the same */
  readonly parameters: unknown
  /** one sentence for the second operator, without codes or addresses */
  readonly summary: string
  /** what the second operator must see besides, such as a whole email address: never in a log or an audit row */
  readonly details?: string
  readonly operator: string
}

/** The act waits for a second operator: nothing was done. */
export class ApprovalPendingError extends Error {
  override readonly name = 'ApprovalPendingError'
  readonly approval: ApprovalRow
  constructor(approval: ApprovalRow) {
    super(`Another operator must approve this first: kerf approval approve ${approval.id}`)
    this.approval = approval
  }
}

/** Also the login beside a token, and the name: stricter than what is stored of an issuer. */
const allPrincipalsOf = (operator: string): string[] => {
  const { login, source: proof } = currentOperatorEvidence() ?? {}
  const more = [login, proof].filter(one => one !== undefined)
  return [...new Set([...principalsOf(operator), ...more, `name:${operator.toLowerCase()}`])]
}

class NotApprovedError extends Error {}

/** An operator is one person, whichever session or token proves it. */
function source(): string {
  const { operatorId, source: proof = 'none' } = currentOperatorEvidence() ?? {}
  return operatorId === undefined ? proof : `operator:${operatorId}`
}

/** Runs `work` with the name of the operator who approved. Throws ApprovalPendingError without an approval. */
export async function withApproval<T>(
  db: Database,
  { operation, parameters, summary, details, operator }: Act,
  work: (tx: Queryable, approval: ApprovalRow) => Promise<T>,
): Promise<T> {
  await assertMayTakePart(db)
  const { reason, caseNumber, login = null } = currentOperatorEvidence() ?? {}
  const act = {
    ...{ operation, name: operator, source: source() },
    // With the reason and the case: what was approved is what the second operator has read.
    digest: sha256(
      JSON.stringify([operation, parameters, details ?? null, reason ?? null, caseNumber ?? null]),
    ),
  }
  try {
    return await db.transaction(async tx => {
      const [approval] = await takeApproval(tx, act)
      if (!approval) throw new NotApprovedError()
      return work(tx, approval)
    })
  } catch (error) {
    if (!(error instanceof NotApprovedError)) throw error
  }
  if (reason === undefined) throw new OperationError('approval_reason')
  const pending = await db.transaction(async tx => {
    await expireSameAct(tx, act)
    const id = randomHandle()
    const [row] = await insertApproval(tx, {
      ...{ ...act, id, summary, details: details ?? null, reason, login, hours: VALID_HOURS },
    })
    if (!row) throw new Error('the request was not stored')
    const detail = { approval: row.id, operation, summary }
    if (row.id === id) await writeAudit(tx, { event: 'approval.request', outcome: 'ok', operator, detail })
    return row
  })
  throw new ApprovalPendingError(pending)
}

const roleOf = ({ operation }: ApprovalRow) => OPERATIONS[operation]?.role ?? 'owner'
const unknown = (id: string): OperationError => new OperationError('approval_unknown', { id })

export async function listApprovals(
  db: Database,
  filter: { readonly pendingOnly: boolean; readonly limit: number },
  operator: string,
): Promise<ApprovalRow[]> {
  const rows = await listRows(db, filter)
  await writeAudit(db, {
    event: 'approval.list',
    outcome: 'ok',
    operator,
    detail: { requests: rows.length },
  })
  return rows
}

export interface ShownApproval extends ApprovalRow {
  /** null: none, decided, or for operators with the role of the act only */
  readonly details: string | null
  /** names what was shown: who approves gives it back */
  readonly digest: string
}

/** The audit row is committed before the answer, and says whether it has the details. Throws an OperationError. */
export async function showApproval(db: Database, id: string, operator: string): Promise<ShownApproval> {
  const { roles } = currentOperatorEvidence() ?? {}
  return db.transaction(async tx => {
    const [row] = await findApproval(tx, { id })
    if (!row) throw unknown(id)
    const [revealed] = hasRole(roles, roleOf(row)) ? await revealApproval(tx, { id, name: operator }) : []
    const detail = { approval: id, details: revealed !== undefined }
    await writeAudit(tx, { event: 'approval.show', outcome: 'ok', operator, detail })
    return { ...row, details: revealed?.details ?? null }
  })
}

/** Approves or rejects. One conditional statement decides. Throws an OperationError. */
export async function decideApproval(
  db: Database,
  decision: {
    readonly id: string
    readonly approve: boolean
    /** the digest of what the operator was shown; absent: the caller knows that it was shown */
    readonly seen?: string | undefined
    readonly note?: string | undefined
    readonly operator: string
  },
): Promise<ApprovalRow> {
  assertProvenOperator()
  if (decision.approve) await assertMayTakePart(db)
  const { id, approve, seen, note = null, operator } = decision
  const { login = null, roles } = currentOperatorEvidence() ?? {}
  return db.transaction(async tx => {
    const [asked] = await findApproval(tx, { id })
    if (!asked) throw unknown(id)
    if (approve && seen !== undefined && seen !== asked.digest)
      throw new OperationError('approval_unread', { id })
    const role = roleOf(asked)
    if (approve && !hasRole(roles, role)) throw new OperationError('approval_role', { role })
    const who = { id, name: operator, source: source(), note }
    const [decided] = approve
      ? await approveRow(tx, { ...who, login, principals: allPrincipalsOf(operator) })
      : await rejectRow(tx, who)
    if (!decided)
      throw asked.state !== 'pending'
        ? new OperationError('approval_ended', { id })
        : asked.hasDetails && !asked.detailsSeenBy.includes(operator)
          ? new OperationError('approval_unread', { id })
          : new OperationError('approval_not_independent')
    const detail = { approval: id, operation: asked.operation, requestedBy: asked.requestedBy }
    const event = approve ? 'approval.approve' : 'approval.reject'
    await writeAudit(tx, { event, outcome: 'ok', operator, detail })
    return decided
  })
}
