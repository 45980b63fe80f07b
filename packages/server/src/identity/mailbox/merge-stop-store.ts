/** Table `account_merge`: the owner stops a merge that operators have started, before its first step. */
import { statement } from '../../platform/db/database.ts'

export interface StoppedMerge {
  /** the account that would have been closed */
  readonly uid: string
  readonly target: string
  readonly operator: string
  readonly caseNumber: string
}

/** `id` null: whichever waits. Of a stop and the first step, one gets the row. */
export const stopMergeRow = statement<StoppedMerge, { uid: string; id: string | null }>(
  'account_merge.stop',
  `delete from account_merge
    where (uid = $uid or target = $uid) and ($id::text is null or id = $id) and step = 0
   returning uid, target, operator, case_number as "caseNumber"`,
  { scope: 'every shard', because: 'operator' },
)

/** Whether steps of a merge that closes the account have been taken. */
export const isMerging = statement<{ found: 1 }, { uid: string }>(
  'account_merge.begun',
  'select 1 as found from account_merge where uid = $uid and step > 0',
)

/** In a restored database: it may have been stopped meanwhile. One that has begun goes on. */
export const deleteAllWaitingMerges = statement<never>(
  'account_merge.delete_all_waiting',
  'delete from account_merge where step = 0',
  { scope: 'every shard', because: 'operator' },
)
