/** Roles that are given to others: tables `machine_role`, `machine_invitation`, `machine_bar`, and the offer of a transfer. */
import type { MachineRole, SharedRole } from '@kerf/contract/machines/machines'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { nextNumber } from '../../tables/machine-ownership.ts'
import { HAS_OWNER, SHOWN_ROLE } from '../machine/machine-store.ts'

export interface PersonRow {
  readonly uid: string
  readonly member: number
  readonly handle: string
  readonly role: MachineRole
  /** of the owning workshop */
  readonly admin: boolean
  readonly until: number | null
  readonly waiting: boolean
  /** of the last pass that has not ended, unix seconds */
  readonly passUntil: number | null
}

export const listPeople = statement<PersonRow, { machine: string; ownership: string }>(
  'machine_role.list',
  `select r.uid, r.member, r.handle, ${SHOWN_ROLE}, r.role = 'admin' as admin, ${epochSeconds('r.ends_at')} as until, r.waiting,
          ${epochSeconds('case when r.pass_until > now() then r.pass_until end')} as "passUntil"
     from machine_role r
    where r.machine = $machine and r.ownership = $ownership and (r.ends_at is null or r.ends_at > now())
    order by r.member`,
)

export interface InvitationRow {
  readonly id: string
  readonly role: SharedRole
  readonly until: number | null
  readonly email: string | null
  readonly uses: number
  readonly expire: number
}

export const listInvitations = statement<InvitationRow, { machine: string; ownership: string }>(
  'machine_invitation.list',
  `select id, role, ${epochSeconds('ends_at')} as until, email, uses, ${epochSeconds('expires_at')} as expire from machine_invitation
    where machine = $machine and ownership = $ownership and uses > 0 and expires_at > now() order by created_at`,
)

export interface NewInvitation {
  readonly machine: string
  readonly id: string
  readonly hash: Buffer
  readonly role: SharedRole
  readonly ownership: string
  /** unix seconds */
  readonly until: number | null
  readonly email: string | null
  readonly canonical: string | null
  readonly uses: number
  readonly approval: boolean
  readonly invitedBy: number
  readonly days: number
}

/** No row: the machine has `max` open invitations, or another owner. The machine's id comes from the table (decision 033). */
export const insertInvitation = statement<{ expire: number }, NewInvitation & { max: number }>(
  'machine_invitation.insert',
  `insert into machine_invitation as n (machine, id, hash, role, ownership, ends_at, email, canonical, uses, approval, invited_by, expires_at)
   select m.id, $id, $hash, $role, m.ownership, to_timestamp($until::float8), $email, $canonical, $uses, $approval,
          $invitedBy, now() + make_interval(days => $days)
     from machine m
    where m.id = $machine and m.ownership = $ownership::bigint
      and (select count(*) from machine_invitation i
            where i.machine = $machine and i.ownership = $ownership::bigint and i.uses > 0 and i.expires_at > now()) < $max
   returning ${epochSeconds('n.expires_at')} as expire`,
)

export interface OpenInvitation {
  readonly id: string
  readonly role: SharedRole
  readonly until: number | null
  readonly canonical: string | null
  readonly approval: boolean
  readonly expire: number
  readonly inviter: string
  readonly ownership: string
  readonly name: string
  readonly sn: string
  readonly line: string
}

/**
 * An invitation that may be accepted: its machine has the same owner, who invites still has a right to, and the account was not removed
 * since it was made.
 */
const IS_OPEN = `i.machine = $machine and i.uses > 0 and i.expires_at > now()
      and (i.ends_at is null or i.ends_at > now())
      and exists (select 1 from machine m where m.id = $machine and m.ownership = i.ownership and ${HAS_OWNER})
      and exists (select 1 from machine_role r where r.machine = $machine and r.member = i.invited_by and r.ownership = i.ownership
                   and (r.ends_at is null or r.ends_at > now())
                   and (r.role in ('owner', 'admin') or (r.role = 'manager' and i.role = 'operator')))
      and not exists (select 1 from machine_bar b where b.machine = $machine and b.uid = $uid and b.at >= i.created_at)`

export const findInvitation = statement<OpenInvitation, { machine: string; hash: Buffer; uid: string }>(
  'machine_invitation.find',
  `select i.id, i.role, ${epochSeconds('i.ends_at')} as until, i.canonical, i.approval, ${epochSeconds('i.expires_at')} as expire, i.ownership,
          m.name, m.sn, m.line, r.uid as inviter
     from machine_invitation i join machine m on m.id = i.machine
          join machine_role r on r.machine = i.machine and r.member = i.invited_by
    where m.id = $machine and r.machine = $machine and i.hash = $hash and ${IS_OPEN}`,
)

/** Those that an account can accept because they are for its address. */
export const listInvitationsOf = statement<
  {
    readonly machine: string
    readonly sn: string
    readonly line: string
    readonly name: string
    /** the workshop */
    readonly ownedBy: string | null
    readonly role: SharedRole
    readonly since: number
    readonly until: number | null
    readonly expire: number
    readonly lostAt: number | null
  },
  { canonical: string; uid: string; limit: number }
>(
  'machine_invitation.of_address',
  `select m.id as machine, m.sn, m.line, m.name, m.workshop as "ownedBy", i.role, ${epochSeconds('i.created_at')} as since,
          ${epochSeconds('i.ends_at')} as until, ${epochSeconds('i.expires_at')} as expire, ${epochSeconds('m.lost_at')} as "lostAt"
     from machine_invitation i join machine m on m.id = i.machine
    where i.canonical = $canonical and ${IS_OPEN.replaceAll('$machine', 'i.machine')}
    order by i.created_at desc limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

/** Uses the invitation once. No row: its last use is gone. */
export const useInvitation = statement<{ id: string }, { machine: string; id: string; ownership: string }>(
  'machine_invitation.use',
  `update machine_invitation set uses = uses - 1
    where machine = $machine and id = $id and ownership = $ownership and uses > 0 returning id`,
)

/**
 * Locks the machine for a change of its people, and gives the next member number. No row: the owner has changed. A removal locks it
 * too, so that it and an acceptance have an order.
 */
export const nextMember = statement<{ member: number }, { machine: string; ownership: string }>(
  'machine_role.next_member',
  `update machine set last_member = last_member + 1 where id = $machine and ownership = $ownership
   returning last_member as member`,
)

export interface NewRole {
  readonly machine: string
  readonly uid: string
  readonly member: number
  readonly handle: string
  readonly role: SharedRole
  readonly ownership: string
  readonly until: number | null
  readonly waiting: boolean
  /** null: an admin of the owning workshop gives it */
  readonly invitation: string | null
}

const RANK = (role: string) => `case when ${role} = 'owner' then 3 when ${role} = 'manager' then 2 else 1 end`

/**
 * Gives a role, or raises the one that the account has. Never lowers a role, ends it earlier or makes it wait again. An ended or
 * waiting role is replaced.
 */
export const insertRole = statement<{ waiting: boolean }, NewRole>(
  'machine_role.insert',
  `insert into machine_role as r (machine, uid, member, handle, role, ownership, ends_at, waiting, invitation)
   values ($machine, $uid, $member, $handle, $role, $ownership::bigint, to_timestamp($until::float8), $waiting, $invitation)
   on conflict (machine, uid) do update
      set role = excluded.role, ends_at = excluded.ends_at, waiting = excluded.waiting, invitation = excluded.invitation
    where r.role not in ('owner', 'admin') and (r.waiting or r.ends_at <= excluded.created_at
          or (not excluded.waiting and (${RANK('excluded.role')} > ${RANK('r.role')}
              or (excluded.role = r.role and r.ends_at is not null and coalesce(excluded.ends_at, 'infinity') > r.ends_at))))
   returning waiting`,
)

export const countRoles = statement<{ roles: number }, { machine: string; ownership: string }>(
  'machine_role.count',
  `select count(*)::int as roles from machine_role
    where machine = $machine and ownership = $ownership and (ends_at is null or ends_at > now())`,
)

/** `by`: a manager approves machine operators only. */
export const approveRole = statement<
  { uid: string; role: SharedRole; until: number | null },
  { machine: string; handle: string; ownership: string; isOwner: boolean }
>(
  'machine_role.approve',
  `update machine_role set waiting = false
    where machine = $machine and handle = $handle and ownership = $ownership and waiting and ($isOwner or role = 'operator')
   returning uid, role, ${epochSeconds('ends_at')} as until`,
)

export interface RemovedRole {
  readonly uid: string
  readonly member: number
  /** of the last pass, unix seconds; null: there was none */
  readonly passEnd: number | null
  readonly session: string | null
}

/** No row: there is no such person, the owner or an admin, or one whom the caller may not remove. */
export const removeRole = statement<
  RemovedRole,
  { machine: string; handle: string; ownership: string; mayRemoveManagers: boolean }
>(
  'machine_role.remove',
  `delete from machine_role
    where machine = $machine and handle = $handle and ownership = $ownership and role not in ('owner', 'admin')
      and ($mayRemoveManagers or role = 'operator')
   returning uid, member, ${epochSeconds('pass_until')} as "passEnd", session`,
)

/** Of a person who is no longer in the workshop. */
export const removeRoleOfMember = statement<RemovedRole, { machine: string; uid: string; ownership: string }>(
  'machine_role.remove_of_member',
  `delete from machine_role where machine = $machine and uid = $uid and ownership = $ownership
   returning uid, member, ${epochSeconds('pass_until')} as "passEnd", session`,
)

/** As `raiseRights`. No row: the workshop does not own the machine, or the person has no role on it. */
export const raiseRightsOfWorkshop = statement<
  { ownership: string; rights: string },
  { machine: string; workshop: string; uid: string }
>(
  'machine_role.raise_rights_of_workshop',
  `update machine set rights = ${nextNumber('rights')}
    where id = $machine and workshop = $workshop
      and exists (select 1 from machine_role r where r.machine = $machine and r.uid = $uid and r.ownership = machine.ownership)
   returning ownership, rights`,
)

/** Grows with each lost right, and locks the machine. */
export const raiseRights = statement<{ rights: string }, { machine: string; ownership: string }>(
  'machine_role.raise_rights',
  `update machine set rights = ${nextNumber('rights')}
    where id = $machine and ownership = $ownership returning rights`,
)

export const barAccount = statement<never, { machine: string; uid: string }>(
  'machine_role.bar',
  `insert into machine_bar (machine, uid) values ($machine, $uid) on conflict (machine, uid) do update set at = excluded.at`,
)

export const deleteInvitation = statement<
  never,
  { machine: string; id: string; ownership: string; mayEndManagers: boolean }
>(
  'machine_invitation.delete',
  `delete from machine_invitation
    where machine = $machine and id = $id and ownership = $ownership and ($mayEndManagers or role = 'operator')`,
)

/** Of a manager whose role ends. */
export const deleteInvitationsBy = statement<never, { machine: string; member: number }>(
  'machine_invitation.delete_by',
  'delete from machine_invitation where machine = $machine and invited_by = $member',
)

/** No row: the machine is lost, asked for, or has another owner. */
export const offerTransfer = statement<
  { expire: number },
  { machine: string; ownership: string; hash: Buffer; hours: number; by: number }
>(
  'machine_transfer.offer',
  `update machine set transfer_hash = $hash, transfer_by = $by, transfer_until = now() + make_interval(hours => $hours)
    where id = $machine and ownership = $ownership and lost_at is null
      and not exists (select 1 from machine_request q where q.machine = $machine and q.ownership = $ownership and q.denied_at is null)
   returning ${epochSeconds('transfer_until')} as expire`,
)

/** In a transaction that has locked the machine. */
export const cancelTransfer = statement<never, { id: string; ownership: string }>(
  'machine_transfer.cancel',
  `update machine set transfer_hash = null, transfer_until = null, transfer_by = null where id = $id and ownership = $ownership`,
)

/** In a restored database. */
export const withdrawAllTransfers = statement<never>(
  'machine_transfer.withdraw_all',
  'update machine set transfer_hash = null, transfer_until = null, transfer_by = null where transfer_hash is not null',
  { scope: 'every shard', because: 'operator' },
)

/** In a restored database. */
export const withdrawAllInvitations = statement<never>(
  'machine_invitation.withdraw_all',
  'delete from machine_invitation',
  { scope: 'every shard', because: 'operator' },
)

export interface OpenTransfer {
  readonly ownership: string
  /** who offers it: the owner, or an admin of the workshop that owns it */
  readonly owner: string
  readonly workshop: string | null
  /** given by the present owner: not for the next one */
  readonly name: string
  readonly sn: string
  readonly line: string
  readonly since: number
  readonly expire: number
}

export const findTransfer = statement<OpenTransfer, { machine: string; hash: Buffer }>(
  'machine_transfer.find',
  `select m.ownership, o.uid as owner, m.workshop, m.name, m.sn, m.line, ${epochSeconds('m.owner_since')} as since, ${epochSeconds('m.transfer_until')} as expire
     from machine m join machine_role o on o.machine = m.id
    where m.id = $machine and o.machine = $machine and o.ownership = m.ownership
      and (o.role = 'owner' or (o.role = 'admin' and m.workshop is not null and o.member = m.transfer_by))
      and m.transfer_hash = $hash and m.transfer_until > now() and m.lost_at is null`,
)

/** Withdraws an offered transfer. */
export const setLost = statement<{ id: string }, { machine: string; ownership: string }>(
  'machine.set_lost',
  `update machine set lost_at = least(lost_at, now()), transfer_hash = null, transfer_until = null, transfer_by = null
    where id = $machine and ownership = $ownership returning id`,
)

export const clearLost = statement<{ id: string }, { machine: string; ownership: string }>(
  'machine.clear_lost',
  'update machine set lost_at = null where id = $machine and ownership = $ownership returning id',
)

/** No row: the account is no admin of the workshop that owns the machine, or the owner has changed. */
export const findAdminRole = statement<
  { member: number },
  { machine: string; uid: string; ownership: string }
>(
  'machine_role.find_admin',
  `select member from machine_role where machine = $machine and uid = $uid and ownership = $ownership and role = 'admin'`,
)
