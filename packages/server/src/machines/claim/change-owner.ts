/** What follows from each change of a machine's owner, in its transaction: all that belonged to the former owner ends (S-167). */
import { lockAgainstErasure } from '../../identity/index.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { endSessionsOfRoles } from '../machine/machine-sessions.ts'
import { linkAccount, unlinkAccount } from '../machine/machine-store.ts'
import { recordLoss } from '../machine/record-loss.ts'
import { takeIntoWorkshop } from '../machine/workshop-rights.ts'
import { deleteActsOfMachine, unlinkMachine } from '../machine/workshop-rights-store.ts'
import { deleteBars, deleteInvitations, deleteRoles, insertOwner } from './claim-store.ts'
import { deleteRequests } from './request-store.ts'

/**
 * `former`: the workshop that owned it. `after`: what the change made of the machine's numbers; absent: its record exists. Returns the accounts
 * that had a role.
 */
export async function endAllRoles(
  tx: Queryable,
  { machine, former }: { readonly machine: string; readonly former: string | null },
  after?: { readonly ownership: string; readonly rights: string },
): Promise<string[]> {
  if (former !== null) {
    await unlinkMachine(tx, { workshop: former, machine })
    await deleteActsOfMachine(tx, { workshop: former, machine })
  }
  const roles = await deleteRoles(tx, { machine })
  if (after && roles.length > 0) await recordLoss(tx, { machine, uid: null, member: null, ...after })
  await endSessionsOfRoles(tx, roles)
  await deleteInvitations(tx, { machine })
  await deleteBars(tx, { machine })
  const requests = await deleteRequests(tx, { machine })
  const uids = roles.map(({ uid }) => uid)
  for (const uid of [...uids, ...requests.map(request => request.uid)])
    await unlinkAccount(tx, { uid, machine })
  await publishMachineEvent(tx, 'machine.unshared', { uids, machine, role: null, until: null })
  return uids
}

/** `how`: the event for the new owner. Returns the accounts that had a role before. */
export async function setOwner(
  tx: Queryable,
  {
    machine,
    uid,
    workshop = null,
    former,
    member,
    ownership,
    rights,
  }: {
    readonly machine: string
    readonly uid: string
    /** the new owner, if the account takes it for a workshop that it has locked */
    readonly workshop?: string | null
    /** the workshop that owned it */
    readonly former: string | null
    readonly ownership: string
    readonly rights: string
    readonly member: number
  },
  how: 'machine.claimed' | 'machine.transferred',
): Promise<string[]> {
  const [account] = await lockAgainstErasure(tx, { uid })
  if (!account) throw new ApiError('expired_login')
  const before = await endAllRoles(tx, { machine, former }, { ownership, rights })
  if (workshop !== null) {
    const uids = await takeIntoWorkshop(tx, { workshop, machine })
    await publishMachineEvent(tx, how, { uids, machine, role: 'manager', until: null })
    return before
  }
  await insertOwner(tx, { machine, uid, handle: randomHandle(), member, ownership })
  await linkAccount(tx, { uid, machine })
  await publishMachineEvent(tx, how, { uids: [uid], machine, role: 'owner', until: null })
  return before
}
