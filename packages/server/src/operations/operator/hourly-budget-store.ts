/** Table `operator_budget`. */
import { statement } from '../../platform/db/database.ts'

/** No row: the hour's budget is used up. */
export const takePlace = statement<{ used: number }, { operator: string; kind: string; limit: number }>(
  'operator_budget.take',
  `insert into operator_budget as b (operator, kind, used) values ($operator, $kind, 1)
   on conflict (operator, kind) do update
      set used = case when b.started_at < now() - interval '1 hour' then 1 else b.used + 1 end,
          started_at = case when b.started_at < now() - interval '1 hour' then now() else b.started_at end
    where b.used < $limit or b.started_at < now() - interval '1 hour'
   returning used`,
  { scope: 'coordinator' },
)
