/** Table `account_merge`, and the rows of an account that move to another one. */
import { statement } from '../../../platform/db/database.ts'
import { epochSeconds } from '../../../platform/db/epoch.ts'
import { findTable } from '../../../tables/register.ts'

export interface MergeRow {
  /** the account that is closed */
  readonly uid: string
  /** the account that stays */
  readonly target: string
  readonly address: 'second' | 'free'
  readonly step: number
  readonly operator: string
  readonly caseNumber: string
}

/** Distinguishes the ban of a merge from one of an operator. */
const FREEZE_REASON = 'merge'

const COLUMNS = 'uid, target, address, step, operator, case_number as "caseNumber"'

/** No row: a merge of this account waits already. */
export const insertMerge = statement<
  { readyAt: number },
  Omit<MergeRow, 'step'> & { id: string; waitSeconds: number }
>(
  'account_merge.insert',
  `insert into account_merge as a (uid, target, id, address, operator, case_number, ready_at)
   values ($uid, $target, $id, $address, $operator, $caseNumber, now() + make_interval(secs => $waitSeconds))
   on conflict do nothing returning ${epochSeconds('a.ready_at')} as "readyAt"`,
)

/** No row: none is due. */
export const findDueMerge = statement<MergeRow, { uid: string }>(
  'account_merge.find',
  `select ${COLUMNS} from account_merge where uid = $uid and ready_at <= now()`,
)

/** From now on nobody can log in to the account that will be closed. */
export const freezeAccount = statement<never, { uid: string }>(
  'account_merge.freeze',
  `update account set status = 'banned', banned_until = null, ban_reason = '${FREEZE_REASON}' where uid = $uid`,
)

/** Does nothing if an operator has banned the account since: that ban stays. */
export const unfreezeAccount = statement<never, { uid: string }>(
  'account_merge.unfreeze',
  `update account set status = 'active', ban_reason = ''
    where uid = $uid and status = 'banned' and banned_until is null and ban_reason = '${FREEZE_REASON}'`,
)

/** Merges that close one of the accounts, or that it stays in. */
export const listMergesOf = statement<{ uid: string }, { uids: readonly string[] }>(
  'account_merge.of',
  'select uid from account_merge where uid = any($uids::uuid[]) or target = any($uids::uuid[])',
  { scope: 'every shard', because: 'operator' },
)

export const listDueMerges = statement<{ uid: string }, { limit: number }>(
  'account_merge.list',
  'select uid from account_merge where ready_at <= now() order by ready_at limit $limit',
  { scope: 'every shard', because: 'job' },
)

/** Takes a step, in its transaction. Of several processes one gets the row; the others see it done. */
export const takeMergeStep = statement<MergeRow, { uid: string; step: number }>(
  'account_merge.take',
  `update account_merge set step = step + 1 where uid = $uid and step = $step returning ${COLUMNS}`,
)

export const deleteMerge = statement<never, { uid: string }>(
  'account_merge.delete',
  'delete from account_merge where uid = $uid',
)

/** Tables whose rows move as they are. A row that the other account has too stays as that account has it. */
export const MOVED_TABLES = ['lesson_done', 'certificate', 'account_message', 'broadcast_read'] as const
export type MovedTable = (typeof MOVED_TABLES)[number]

/** All but the uid, from the register of tables. */
function columnsOf(table: MovedTable): string {
  const exported = findTable(table)?.export
  if (typeof exported !== 'object') throw new Error(`the register does not list the columns of ${table}`)
  return [...exported.columns, ...Object.keys(exported.withheld ?? {})].join(', ')
}

const moves = new Map(
  MOVED_TABLES.map(table => [
    table,
    {
      count: statement<{ rows: number }, { uid: string }>(
        `account_merge.count_${table}`,
        `select count(*)::int as rows from ${table} where uid = $uid`,
      ),
      /** `rows`: JSON. The two accounts may be on two shards. */
      read: statement<{ rows: string }, { uid: string }>(
        `account_merge.read_${table}`,
        `select coalesce(json_agg(t), '[]')::text as rows from ${table} t where uid = $uid`,
      ),
      insert: statement<never, { uid: string; rows: string }>(
        `account_merge.insert_${table}`,
        `insert into ${table} (uid, ${columnsOf(table)})
         select $uid, ${columnsOf(table)} from json_populate_recordset(null::${table}, $rows::json) on conflict do nothing`,
      ),
      remove: statement<{ found: 1 }, { from: string }>(
        `account_merge.remove_${table}`,
        `delete from ${table} where uid = $from returning 1 as found`,
      ),
    },
  ]),
)

export const movesOf = (table: MovedTable) => {
  const found = moves.get(table)
  if (!found) throw new Error(`rows of ${table} do not move`)
  return found
}

export interface MergedCertificate {
  readonly course: string
  /** null: earned, not issued */
  readonly number: string | null
}

export const listMergedCertificates = statement<MergedCertificate, { uid: string }>(
  'account_merge.certificates',
  'select course, number from certificate where uid = $uid order by course',
)

/** An issued certificate of the other account takes the place of one that was only earned. */
export const deleteUnissued = statement<never, { uid: string; courses: readonly string[] }>(
  'account_merge.delete_unissued',
  'delete from certificate where uid = $uid and issued_at is null and course = any($courses::text[])',
)

/** What the register of welders keeps about an account. Its hashes contain the account, so that they cannot move. */
export const countUnlockedMachines = statement<{ rows: number }, { uid: string }>(
  'account_merge.unlocked_machines',
  'select count(*)::int as rows from account_machine where uid = $uid',
)
