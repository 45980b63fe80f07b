/** Moves roles and memberships of an account to another one: tables `machine_role`, `machine_bar` and `workshop_member`. */
import type { MachineRole } from '@kerf/contract/machines/machines'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { nextNumber } from '../../tables/machine-ownership.ts'

export const listMachineRoles = statement<{ machine: string; role: string }, { uid: string }>(
  'machine_merge.roles',
  'select machine, role from machine_role where uid = $uid order by machine',
  { scope: 'every shard', because: 'operator' },
)

/** Locks the machine and raises the version of its rights: the account that is closed loses its right (S-163). */
export const raiseRights = statement<{ id: string }, { machine: string }>(
  'machine_merge.raise_rights',
  `update machine set rights = ${nextNumber('rights')} where id = $machine returning id`,
)

export const findRole = statement<{ role: string }, { machine: string; uid: string }>(
  'machine_merge.role',
  'select role from machine_role where machine = $machine and uid = $uid',
)

export const deleteRole = statement<never, { machine: string; uid: string }>(
  'machine_merge.delete_role',
  'delete from machine_role where machine = $machine and uid = $uid',
)

export interface MovedRole {
  readonly role: MachineRole | 'admin'
  readonly until: number | null
}

/** A session at the machine was one of the closed account. */
export const moveRole = statement<MovedRole, { machine: string; from: string; into: string }>(
  'machine_merge.move_role',
  `update machine_role set uid = $into, session = null where machine = $machine and uid = $from
   returning role, ${epochSeconds('ends_at')} as until`,
)

/** A person who was removed as one account does not return as the other. */
export const copyBars = statement<never, { machine: string; from: string; into: string }>(
  'machine_merge.copy_bar',
  `insert into machine_bar as b (machine, uid, at) select machine, $into::uuid, at from machine_bar
    where machine = $machine and uid = $from on conflict do nothing`,
)

export const listBars = statement<{ machine: string }, { uid: string }>(
  'machine_merge.bars',
  'select machine from machine_bar where uid = $uid order by machine',
  { scope: 'every shard', because: 'operator' },
)

export const moveMember = statement<{ role: string }, { workshop: string; from: string; into: string }>(
  'machine_merge.move_member',
  `update workshop_member set uid = $into where workshop = $workshop and uid = $from
      and not exists (select 1 from workshop_member o where o.workshop = $workshop and o.uid = $into) returning role`,
)
