/** Moves the roles of an account on machines and in workshops to another account of the same person. Member numbers and passes stay. */
import type { MachineRole } from '@kerf/contract/machines/machines'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { nextNumber } from '../../tables/machine-ownership.ts'
import { linkAccount, unlinkAccount } from '../machine/machine-store.ts'
import { linkWorkshop, listWorkshopIds, unlinkWorkshop } from '../workshops/workshop-store.ts'

export const listMachineRoles = statement<{ machine: string; role: string }, { uid: string }>(
  'machine_merge.roles',
  'select machine, role from machine_role where uid = $uid order by machine',
  { scope: 'every shard', because: 'operator' },
)

/** Locks the machine and raises the version of its rights: the account that is closed loses its right (S-163). */
const raiseRights = statement<{ id: string }, { machine: string }>(
  'machine_merge.raise_rights',
  `update machine set rights = ${nextNumber('rights')} where id = $machine returning id`,
)

const findRole = statement<{ role: string }, { machine: string; uid: string }>(
  'machine_merge.role',
  'select role from machine_role where machine = $machine and uid = $uid',
)

const deleteRole = statement<never, { machine: string; uid: string }>(
  'machine_merge.delete_role',
  'delete from machine_role where machine = $machine and uid = $uid',
)

interface MovedRole {
  readonly role: MachineRole | 'admin'
  readonly until: number | null
}

/** A session at the machine was one of the closed account. */
const moveRole = statement<MovedRole, { machine: string; from: string; into: string }>(
  'machine_merge.move_role',
  `update machine_role set uid = $into, session = null where machine = $machine and uid = $from
   returning role, ${epochSeconds('ends_at')} as until`,
)

/** A person who was removed as one account does not return as the other. */
const copyBars = statement<never, { machine: string; from: string; into: string }>(
  'machine_merge.copy_bar',
  `insert into machine_bar as b (machine, uid, at) select machine, $into::uuid, at from machine_bar
    where machine = $machine and uid = $from on conflict do nothing`,
)

const listBars = statement<{ machine: string }, { uid: string }>(
  'machine_merge.bars',
  'select machine from machine_bar where uid = $uid order by machine',
  { scope: 'every shard', because: 'operator' },
)

const moveMember = statement<{ role: string }, { workshop: string; from: string; into: string }>(
  'machine_merge.move_member',
  `update workshop_member set uid = $into where workshop = $workshop and uid = $from
      and not exists (select 1 from workshop_member o where o.workshop = $workshop and o.uid = $into) returning role`,
)

const RANKS = ['operator', 'manager', 'admin', 'owner']
const rank = (role: string): number => RANKS.indexOf(role)

/**
 * In a transaction that has locked both accounts. Where both have a role by now, the higher one stays. Returns how many machines and
 * workshops moved.
 */
export async function mergeMachineRoles(
  tx: Queryable,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<{ machines: number; workshops: number }> {
  for (const { machine } of await listBars(tx, { uid: from })) await copyBars(tx, { machine, from, into })
  let [machines, workshops] = [0, 0]
  for (const { machine, role } of await listMachineRoles(tx, { uid: from })) {
    await raiseRights(tx, { machine })
    const [other] = await findRole(tx, { machine, uid: into })
    if (other && rank(other.role) >= rank(role)) await deleteRole(tx, { machine, uid: from })
    else {
      if (other) await deleteRole(tx, { machine, uid: into })
      const [moved] = await moveRole(tx, { machine, from, into })
      if (!moved) continue
      machines++
      await linkAccount(tx, { uid: into, machine })
      const shown = moved.role === 'admin' ? 'manager' : moved.role
      const type = shown === 'owner' ? 'machine.transferred' : 'machine.shared'
      await publishMachineEvent(tx, type, { uids: [into], machine, role: shown, until: moved.until })
    }
    await unlinkAccount(tx, { uid: from, machine })
    await publishMachineEvent(tx, 'machine.unshared', { uids: [from], machine, role: null, until: null })
  }
  for (const { workshop } of await listWorkshopIds(tx, { uid: from })) {
    const [moved] = await moveMember(tx, { workshop, from, into })
    if (!moved) continue
    workshops++
    await linkWorkshop(tx, { uid: into, workshop })
    await unlinkWorkshop(tx, { uid: from, workshop })
  }
  return { machines, workshops }
}
