/** The rights of a workshop's admins: the row of the machine names the workshop, and the row of the member its role. */
import { WORKSHOP_MACHINES_MAX } from '@kerf/contract/machines/workshops'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { insertAdmin, linkAccount, nextMember } from './machine-store.ts'
import {
  findMember,
  linkMachine,
  listAdmins,
  listWorkshopMachines,
  lockWorkshop,
  lockWorkshops,
  type MemberRow,
} from './workshop-rights-store.ts'

/** As in the address of a call. The database refuses some characters. */
export const isWorkshopId = (typed: string): boolean => /^w_[\w-]{22}$/.test(typed)

export interface LockedWorkshop {
  readonly workshop: string
  readonly name: string
  readonly me: MemberRow
}

/** Begins a transaction that changes a workshop. An account that is in it is not erased meanwhile. Throws `refusal` for everybody who is not in it. */
export async function lockAsMember(
  tx: Queryable,
  workshop: string,
  uid: string,
  refusal: 'workshop_unknown' | 'machine_unknown' = 'workshop_unknown',
): Promise<LockedWorkshop> {
  const [locked] = isWorkshopId(workshop) ? await lockWorkshop(tx, { workshop }) : []
  const [me] = locked ? await findMember(tx, { workshop, uid }) : []
  if (!locked || !me) throw new ApiError(refusal)
  return { workshop, name: locked.name, me }
}

/** Throws `refusal` for everybody but the admins. */
export async function lockAsAdmin(
  tx: Queryable,
  workshop: string,
  uid: string,
  refusal: 'workshop_unknown' | 'machine_unknown' = 'workshop_unknown',
): Promise<LockedWorkshop> {
  const locked = await lockAsMember(tx, workshop, uid, refusal)
  if (locked.me.role !== 'admin') throw new ApiError(refusal)
  return locked
}

/** Begins a transaction that gives a machine to a workshop. `former`: the workshop that owns it. */
export async function lockForMachine(
  tx: Queryable,
  workshop: string,
  uid: string,
  former: string | null = null,
): Promise<void> {
  if (isWorkshopId(workshop)) await lockWorkshops(tx, workshop, former)
  await lockAsAdmin(tx, workshop, uid)
  const machines = await listWorkshopMachines(tx, { workshop })
  if (machines.length >= WORKSHOP_MACHINES_MAX) throw new ApiError('workshop_limit')
}

/**
 * The row of an admin on a machine of the workshop: it has the number for passes, the session, and what the admin offers. False: the
 * machine has another owner. In a transaction that has locked the workshop.
 */
export async function addAdminToMachine(
  tx: Queryable,
  { workshop, machine, uid }: { readonly workshop: string; readonly machine: string; readonly uid: string },
): Promise<boolean> {
  const [next] = await nextMember(tx, { machine, workshop })
  if (!next) return false
  await insertAdmin(tx, { machine, uid, handle: randomHandle(), ...next })
  await linkAccount(tx, { uid, machine })
  return true
}

/** Returns the admins. In a transaction that has locked the workshop, and then made it the owner. */
export async function takeIntoWorkshop(
  tx: Queryable,
  { workshop, machine }: { readonly workshop: string; readonly machine: string },
): Promise<string[]> {
  await linkMachine(tx, { workshop, machine })
  const uids = (await listAdmins(tx, { workshop })).map(({ uid }) => uid)
  for (const uid of uids) await addAdminToMachine(tx, { workshop, machine, uid })
  return uids
}
