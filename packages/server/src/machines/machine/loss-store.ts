/** Table `machine_loss`, and the repetition of an ended right in a restored database. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { WITHOUT_OWNER } from '../../tables/machine-ownership.ts'

/** A right that has ended. */
export interface MachineLoss {
  /** or workshop */
  readonly machine: string
  readonly id: string
  /** of whom a role ended; null: the ownership ended, or the workshop, and every role with it */
  readonly uid: string | null
  readonly member: number | null
  /** of the role; of an ended ownership: the number after it */
  readonly ownership: string
  /** rights version of the machine after it */
  readonly rights: string
  /** unix seconds */
  readonly at: number
}

const COLUMNS = `machine, id, uid, member, ownership::text as ownership, rights::text as rights, ${epochSeconds('at')} as at`

export const insertLoss = statement<never, Omit<MachineLoss, 'at'>>(
  'machine_loss.insert',
  `insert into machine_loss (machine, id, uid, member, ownership, rights)
   values ($machine, $id, $uid, $member, $ownership::bigint, $rights::bigint)`,
)

export const findLoss = statement<MachineLoss, { machine: string; id: string }>(
  'machine_loss.find',
  `select ${COLUMNS} from machine_loss where machine = $machine and id = $id`,
)

export const LOSS_PAGE = 1_000

/** In the order of their keys, after the given one. */
export const listLossesAfter = statement<MachineLoss, { machine: string; id: string }>(
  'machine_loss.list',
  `select ${COLUMNS} from machine_loss where (machine, id) > ($machine::text, $id::text) order by machine, id limit ${LOSS_PAGE}`,
  { scope: 'every shard', because: 'job' },
)

/**
 * Of an account that was removed: its role with that member number, which no other has. The ownership number of the record is higher where
 * all passes were renewed after the backup.
 */
export const repeatRemoval = statement<
  { uid: string },
  { machine: string; uid: string; member: number; ownership: string }
>(
  'machine_loss.repeat_removal',
  `delete from machine_role
    where machine = $machine and uid = $uid and member = $member and ownership <= $ownership::bigint and role <> 'owner'
   returning uid`,
)

/** The backup may not know the last pass of the member, so later passes list it until the latest possible `end`, unix seconds. */
export const repeatListing = statement<
  never,
  { machine: string; member: number; ownership: string; end: number }
>(
  'machine_loss.repeat_listing',
  `insert into machine_removed_member as x (machine, member, ownership, ends_at)
   select id, $member, $ownership::bigint, to_timestamp($end::float8) from machine
    where id = $machine and to_timestamp($end::float8) > now()
   on conflict (machine, member) do update set ends_at = greatest(x.ends_at, excluded.ends_at)`,
)

/** The member number of a person who joined after the backup is not given again. */
export const repeatRights = statement<never, { machine: string; rights: string; member: number }>(
  'machine_loss.repeat_rights',
  `update machine set rights = greatest(rights, $rights::bigint), last_member = greatest(last_member, $member) where id = $machine`,
)

/** Before anything is repeated: everybody may have got a pass after the backup. `days`: of the longest pass. */
export const assumePasses = statement<never, { days: number }>(
  'machine_loss.assume_passes',
  `update machine_role set pass_until = greatest(pass_until, now() + make_interval(days => $days)) where not waiting`,
  { scope: 'every shard', because: 'operator' },
)

/** No row: the database knows this change of the owner, or a later one. */
export const repeatEnd = statement<{ id: string }, { machine: string; ownership: string; rights: string }>(
  'machine_loss.repeat_end',
  `update machine set ownership = $ownership::bigint, rights = greatest(rights, $rights::bigint), ${WITHOUT_OWNER}
    where id = $machine and ownership < $ownership::bigint returning id`,
)
