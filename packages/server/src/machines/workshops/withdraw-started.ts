/** Ends what a thief of an account has begun with its machines and workshops (S-161, S-163). */
import { TRANSFER_TTL_HOURS } from '@kerf/contract/machines/machines'
import type { Queryable } from '../../platform/db/database.ts'
import { readTime } from '../../platform/db/database-clock.ts'
import { lockMachine } from '../machine/machine-session-store.ts'
import { findRole, listMachineIds, ownsMachine } from '../machine/machine-store.ts'
import { machineLabel, sendMachineMessage } from '../machine/notify-people.ts'
import { findMember, lockWorkshop } from '../machine/workshop-rights-store.ts'
import { endRole } from '../sharing/end-role.ts'
import { raiseRights } from '../sharing/sharing-store.ts'
import {
  deleteActsSince,
  deleteInvitationsSince,
  removeRolesInvitedSince,
  withdrawTransferSince,
} from '../sharing/withdraw-store.ts'
import { listWorkshopIds } from './workshop-store.ts'

export interface WithdrawnActs {
  readonly invitations: number
  /** of other people, who came by such an invitation */
  readonly roles: number
  readonly transfers: number
  readonly workshopActs: number
}

/**
 * Withdraws invitations, offered transfers and acts of workshops that the account has begun since then, and ends the roles that came from
 * such invitations. Before the transaction locks an account: workshops and machines are locked first. A machine that has another owner by
 * now stays with that owner.
 */
export async function withdrawStartedSince(
  tx: Queryable,
  { uid, since, operator }: { readonly uid: string; readonly since: Date; readonly operator: string },
): Promise<WithdrawnActs> {
  const now = (await readTime(tx)) / 1_000
  let [invitations, roles, transfers, workshopActs] = [0, 0, 0, 0]
  for (const { workshop } of await listWorkshopIds(tx, { uid })) {
    await lockWorkshop(tx, { workshop })
    const [me] = await findMember(tx, { workshop, uid })
    if (me) workshopActs += (await deleteActsSince(tx, { workshop, member: me.member, since })).length
  }
  for (const { machine } of await listMachineIds(tx, { uid })) {
    await lockMachine(tx, { machine })
    const [me] = await findRole(tx, { machine, uid })
    if (!me || me.role === 'operator') continue
    const { member, ownership } = me
    const by = { machine, member, ownership, since }
    transfers += (await withdrawTransferSince(tx, { ...by, hours: TRANSFER_TTL_HOURS })).length
    const removed = await removeRolesInvitedSince(tx, { ...by, owns: ownsMachine(me) })
    invitations += (await deleteInvitationsSince(tx, { machine, member, since })).length
    for (const one of removed) {
      const [raised] = await raiseRights(tx, { machine, ownership })
      if (!raised) throw new Error('the machine was not locked')
      await endRole(tx, { machine, ownership, ...raised }, one, { now, bar: true })
      const message = { uid: one.uid, about: 'ended', machine: machineLabel(me) } as const
      await sendMachineMessage(tx, { operator }, message)
    }
    roles += removed.length
  }
  return { invitations, roles, transfers, workshopActs }
}
