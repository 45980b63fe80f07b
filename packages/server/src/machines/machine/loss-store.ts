/** Table `machine_loss`, and the repetition of an ended right in a restored database. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

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

/** Of an account that was removed: its role of that ownership and member number. Any later role stays. */
export const repeatRemoval = statement<
  { uid: string },
  { machine: string; uid: string; member: number; ownership: string }
>(
  'machine_loss.repeat_removal',
  `delete from machine_role
    where machine = $machine and uid = $uid and member = $member and ownership = $ownership::bigint and role <> 'owner'
   returning uid`,
)

export const repeatRights = statement<never, { machine: string; rights: string }>(
  'machine_loss.repeat_rights',
  `update machine set rights = greatest(rights, $rights::bigint) where id = $machine`,
)

/** No row: the database knows this change of the owner, or a later one. */
export const repeatEnd = statement<{ id: string }, { machine: string; ownership: string; rights: string }>(
  'machine_loss.repeat_end',
  `update machine set ownership = $ownership::bigint, rights = greatest(rights, $rights::bigint), name = '', owner_since = null, workshop = null,
          transfer_hash = null, transfer_until = null, transfer_by = null, lost_at = null
    where id = $machine and ownership < $ownership::bigint returning id`,
)
