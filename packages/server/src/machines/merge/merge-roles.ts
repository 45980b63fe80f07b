/** Moves the roles of an account on machines and in workshops to another account of the same person. Member numbers and passes stay. */
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { linkAccount, unlinkAccount } from '../machine/machine-store.ts'
import { linkWorkshop, listWorkshopIds, unlinkWorkshop } from '../workshops/workshop-store.ts'
import {
  copyBars,
  deleteRole,
  findRole,
  listBars,
  listMachineRoles,
  moveMember,
  moveRole,
  raiseRights,
} from './merge-store.ts'

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
