/** Who acts, and how far that is proven. */
import { currentOperatorEvidence, isProven } from '../../platform/audit/operator-evidence.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { findEnteringOperator } from './operator-store.ts'

/** Throws an OperationError where nothing proves who acts. */
export function assertProvenOperator(): void {
  if (!isProven(currentOperatorEvidence()?.source ?? '')) throw new OperationError('operator_unproven')
}

/**
 * Whether a login to the machine acts although an owner can enter the console (S-172). It works while the portal is down, when nobody
 * can approve: beyond a limit it is recorded for an alert instead of refused.
 */
export async function isBreakGlass(db: Queryable): Promise<boolean> {
  const { production, operatorId } = currentOperatorEvidence() ?? {}
  if (!production || operatorId !== undefined) return false
  return (await findEnteringOperator(db, { owner: true, token: false })).length > 0
}

/** A login to the machine can invite any operator, so it does not count as a second person. Throws an OperationError. */
export async function assertMayTakePart(db: Queryable): Promise<void> {
  if (await isBreakGlass(db)) throw new OperationError('approval_login')
}
