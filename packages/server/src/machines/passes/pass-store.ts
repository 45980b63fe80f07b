/** Ends of passes, the owner's limit, and the members whose passes outlive their role. */
import { statement } from '../../platform/db/database.ts'

export const findPassLimit = statement<{ days: number }, { machine: string; ownership: string }>(
  'machine_pass.limit',
  'select pass_days as days from machine where id = $machine and ownership = $ownership',
)

export const setPassLimit = statement<{ id: string }, { machine: string; ownership: string; days: number }>(
  'machine_pass.set_limit',
  'update machine set pass_days = $days where id = $machine and ownership = $ownership returning id',
)

/** Decides a pass. No row: the role has ended, or ends before the pass. A removal that follows knows the end of the pass. */
export const recordPass = statement<
  { member: number },
  { machine: string; uid: string; ownership: string; end: number }
>(
  'machine_pass.record',
  `update machine_role set pass_until = greatest(pass_until, to_timestamp($end::float8))
    where machine = $machine and uid = $uid and ownership = $ownership and not waiting
      and (ends_at is null or ends_at >= to_timestamp($end::float8))
   returning member`,
)

/** Both in one snapshot: a machine takes the list of a higher rights version as a whole. */
export const findPassRights = statement<
  { rights: string; removed: readonly number[] },
  { machine: string; ownership: string }
>(
  'machine_pass.rights',
  `select m.rights,
          array(select x.member from machine_removed_member x
                 where x.machine = $machine and x.ownership = m.ownership and x.ends_at > now() order by x.member) as removed
     from machine m where m.id = $machine and m.ownership = $ownership`,
)

export const insertRemovedMember = statement<
  never,
  { machine: string; member: number; ownership: string; end: number }
>(
  'machine_pass.insert_removed',
  `insert into machine_removed_member as x (machine, member, ownership, ends_at)
   values ($machine, $member, $ownership, to_timestamp($end::float8))
   on conflict (machine, member) do update set ends_at = greatest(x.ends_at, excluded.ends_at)`,
)

/** Voids all passes. `above`: a number that machines may have seen. No row: the owner has changed. */
export const renewOwnership = statement<
  { ownership: string },
  { machine: string; ownership: string; above: string }
>(
  'machine_pass.renew_ownership',
  `update machine set ownership = greatest(ownership + 1, $above::bigint + 1, floor(extract(epoch from now()))::bigint),
          rights = greatest(rights + 1, floor(extract(epoch from now()))::bigint)
    where id = $machine and ownership = $ownership returning ownership`,
)

type Renewal = { machine: string; from: string; to: string }

export const keepRoles = statement<never, Renewal>(
  'machine_pass.keep_roles',
  'update machine_role set ownership = $to, pass_until = null where machine = $machine and ownership = $from',
)

export const keepInvitations = statement<never, Renewal>(
  'machine_pass.keep_invitations',
  'update machine_invitation set ownership = $to where machine = $machine and ownership = $from',
)

export const keepRequests = statement<never, Renewal>(
  'machine_pass.keep_requests',
  'update machine_request set ownership = $to where machine = $machine and ownership = $from',
)
