/** What an operator may do so many times an hour. One statement takes the place before the work, so that calls at once share it. */
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { takePlace } from './hourly-budget-store.ts'

/** Of each kind: more is browsing. */
export const BUDGETS = { search: 100, address: 100 } as const

/** Throws an OperationError. `operator`: the name, which counts where no operator of the console or token acts. */
export async function takeFromBudget(
  db: Database,
  kind: keyof typeof BUDGETS,
  operator: string,
): Promise<void> {
  const { operatorId } = currentOperatorEvidence() ?? {}
  const [taken] = await takePlace(db, {
    operator: operatorId ?? `name:${operator}`,
    ...{ kind, limit: BUDGETS[kind] },
  })
  if (taken) return
  throw new OperationError(kind === 'search' ? 'budget_search' : 'budget_address', { limit: BUDGETS[kind] })
}
