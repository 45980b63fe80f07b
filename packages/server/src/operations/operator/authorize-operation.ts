/** Whether an operator may run an operation, by the table. Refusals of a role are audited. */
import { currentOperatorEvidence, isProven } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { assertProvenOperator } from './acting-operator.ts'
import { hasRole, OPERATIONS } from './operation-table.ts'
import { findEnteringOperator } from './operator-store.ts'
import { hasNoOperator } from './operator-tokens.ts'

/** Throws an OperationError unless reason and case are given where the table demands them. */
export function assertExplained(words: string): void {
  const operation = OPERATIONS[words]
  const { reason, caseNumber } = currentOperatorEvidence() ?? {}
  if (operation?.reason === 'required' && reason === undefined)
    throw new OperationError('reason_missing', { operation: words })
  if (operation?.case === 'required' && caseNumber === undefined)
    throw new OperationError('case_missing', { operation: words })
}

/** Before an act that reaches many people or codes. Throws an OperationError without a reason. */
export function assertReasonOfMany(words: string): void {
  if (OPERATIONS[words]?.reason === 'of many' && currentOperatorEvidence()?.reason === undefined)
    throw new OperationError('reason_missing', { operation: words })
}

/**
 * A login to the machine has every role and is for the time when no operator can enter. Once operators can, its use is recorded, and
 * an alert is raised (S-172).
 */
async function recordBreakGlass(db: Database, operation: string, operator: string): Promise<void> {
  const [entering] = await findEnteringOperator(db, { owner: true, token: true })
  if (entering)
    await writeAudit(db, { event: 'operator.break_glass', outcome: 'ok', operator, detail: { operation } })
}

/** What gives an installation without logins, as in containers, its first operators. */
const FIRST_STEPS: ReadonlySet<string> = new Set(['operator token create', 'operator invite'])

export interface OperatorAttempt {
  /** words of the command */
  readonly operation: string
  readonly name: string
  readonly source: string
  readonly roles: readonly string[] | undefined
  readonly production: boolean
}

/** Runs within the evidence of the operator. `open`: asked only where the database decides. Throws an OperationError. */
export async function authorizeOperation(
  open: () => Promise<{ readonly db: Database }>,
  { operation: words, name, source, roles, production }: OperatorAttempt,
): Promise<void> {
  const operation = OPERATIONS[words]
  if (!operation) throw new Error(`the operation "${words}" is not in the table`)
  if (operation.proof === 'none') return
  if (production && !isProven(source)) {
    const isFirst = FIRST_STEPS.has(words) && (await hasNoOperator((await open()).db))
    if (!isFirst) assertProvenOperator()
  }
  await assertRole(open, { operation: words, name, roles })
  assertExplained(words)
  if (production && roles === undefined) await recordBreakGlass((await open()).db, words, name)
}

/** Throws an OperationError, after an audit row. */
export async function assertRole(
  open: () => Promise<{ readonly db: Database }>,
  { operation: words, name, roles }: Pick<OperatorAttempt, 'operation' | 'name' | 'roles'>,
): Promise<void> {
  const role = OPERATIONS[words]?.role ?? 'owner'
  if (hasRole(roles, role)) return
  await writeAudit((await open()).db, {
    event: 'operator.refused',
    outcome: 'refused',
    operator: name,
    detail: { operation: words, role },
  })
  throw new OperationError('role_missing', { operation: words, role })
}
