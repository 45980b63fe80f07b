/** What an operator may do so many times an hour. One statement takes the place before the work, so that calls at once share it. */
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'

/** Of each kind: more is browsing. */
export const BUDGETS = { search: 100, address: 100 } as const

/** No row: the hour's budget is used up. */
const takePlace = statement<{ used: number }, { operator: string; kind: string; limit: number }>(
  'operator_budget.take',
  `insert into operator_budget as b (operator, kind, used) values ($operator, $kind, 1)
   on conflict (operator, kind) do update
      set used = case when b.started_at < now() - interval '1 hour' then 1 else b.used + 1 end,
          started_at = case when b.started_at < now() - interval '1 hour' then now() else b.started_at end
    where b.used < $limit or b.started_at < now() - interval '1 hour'
   returning used`,
  { scope: 'coordinator' },
)

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
  throw new OperationError(
    kind === 'search'
      ? `You have searched ${BUDGETS.search} times in an hour. Try again later.`
      : `You have looked up ${BUDGETS.address} addresses in an hour. Use user IDs, or try again later.`,
  )
}
