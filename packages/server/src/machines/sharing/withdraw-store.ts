/** What a person with rights on machines and in workshops has begun since a time, if the account was stolen then. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import type { RemovedRole } from './sharing-store.ts'

interface Giver {
  readonly machine: string
  readonly member: number
  readonly ownership: string
  readonly since: Date
}

/**
 * `owns`: the member is the owner, or an admin of the workshop that owns the machine. Removes the roles that came from an invitation which the member made since then. An owner may have deleted the invitation: then a role that was
 * given since then counts, if its invitation is gone.
 */
export const removeRolesInvitedSince = statement<RemovedRole, Giver & { owns: boolean }>(
  'machine_withdraw.remove_roles',
  `delete from machine_role r
    where r.machine = $machine and r.ownership = $ownership and r.role not in ('owner', 'admin') and r.member <> $member
      and (exists (select 1 from machine_invitation i
                    where i.machine = $machine and i.id = r.invitation and i.invited_by = $member and i.created_at >= $since)
           or ($owns and r.invitation is not null and r.created_at >= $since
               and not exists (select 1 from machine_invitation i where i.machine = $machine and i.id = r.invitation)))
   returning uid, member, ${epochSeconds('pass_until')} as "passEnd", session`,
)

export const deleteInvitationsSince = statement<{ id: string }, Omit<Giver, 'ownership'>>(
  'machine_withdraw.invitations',
  `delete from machine_invitation where machine = $machine and invited_by = $member and created_at >= $since returning id`,
)

/** `hours`: for which an offer is open. */
export const withdrawTransferSince = statement<{ id: string }, Giver & { hours: number }>(
  'machine_withdraw.transfer',
  `update machine set transfer_hash = null, transfer_until = null, transfer_by = null
    where id = $machine and ownership = $ownership and transfer_by = $member
      and transfer_until >= $since::timestamptz + make_interval(hours => $hours) returning id`,
)

export const deleteActsSince = statement<{ id: string }, { workshop: string; member: number; since: Date }>(
  'machine_withdraw.acts',
  'delete from workshop_act where workshop = $workshop and by_member = $member and created_at >= $since returning id',
)
