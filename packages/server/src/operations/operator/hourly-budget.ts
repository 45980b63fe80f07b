/** What an operator may do so many times an hour. One statement takes the place before the work, so that calls at once share it. */
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { isBreakGlass } from './acting-operator.ts'
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
  if (!(await isBreakGlass(db)))
    throw new OperationError(kind === 'search' ? 'budget_search' : 'budget_address', { limit: BUDGETS[kind] })
  await writeAudit(db, { event: 'operator.browsing', outcome: 'ok', operator, detail: { budget: kind } })
}

export const isAddress = (name: unknown): boolean => typeof name === 'string' && name.includes('@')

/**
 * A name of an account that is an address tells whether it has an account: each takes a place. Of an operator of the console or with a
 * token, and in production also of a login to the machine. Throws an OperationError.
 */
export async function countLookUps(
  db: Database,
  { names, operator }: { readonly names: readonly unknown[]; readonly operator: string },
): Promise<void> {
  const { operatorId, production } = currentOperatorEvidence() ?? {}
  if (operatorId === undefined && !production) return
  for (const name of names) if (isAddress(name)) await takeFromBudget(db, 'address', operator)
}
