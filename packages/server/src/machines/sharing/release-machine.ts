/** Ends an ownership without a new owner, in the transaction that decides it (S-161, S-167). */
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { endAllRoles } from '../claim/change-owner.ts'
import { endOwnership } from '../claim/claim-store.ts'
import { createRenewedCard, hashRenewedCard } from '../machine/machine-keys.ts'
import { listOwners, type OwnRoleRow } from '../machine/machine-store.ts'
import {
  type MachineActor,
  machineLabel,
  mailMachineOwner,
  sendMachineMessage,
} from '../machine/notify-people.ts'

export type ReleasableMachine = Pick<OwnRoleRow, 'id' | 'sn' | 'name' | 'line' | 'ownership' | 'workshop'>

/**
 * Apps of the owners, and everybody who had a role, learn of it. `card`: hash of the new card for a machine without display; null: it has got
 * one. Returns the owners; undefined: the machine has another owner. In a transaction that has locked the workshop, if that is the owner.
 */
export async function endOwnershipOf(
  tx: Queryable,
  role: ReleasableMachine,
  { actor, card }: { readonly actor: MachineActor; readonly card: Buffer | null },
): Promise<{ readonly owners: readonly string[]; readonly byCard: boolean } | undefined> {
  const { id: machine, ownership, workshop } = role
  const owners = (await listOwners(tx, { machine })).map(({ uid }) => uid)
  const [ended] = await endOwnership(tx, { machine, ownership, card })
  if (!ended) return undefined
  const { byCard, ...after } = ended
  const before = await endAllRoles(tx, { machine, former: workshop }, after)
  await publishMachineEvent(tx, 'machine.released', { uids: owners, machine, role: null, until: null })
  const label = machineLabel(role)
  for (const uid of before)
    if (!owners.includes(uid)) await sendMachineMessage(tx, actor, { uid, about: 'ended', machine: label })
  return { owners, byCard }
}

/**
 * `card`: of a machine without display, for its next claim; null for others. `mailsCard`: it is in the mail to `by` as well. undefined: the
 * machine has another owner.
 */
export async function releaseOwnedMachine(
  tx: Queryable,
  mail: MailDependencies,
  role: ReleasableMachine,
  {
    actor,
    by,
    mailsCard,
  }: { readonly actor: MachineActor; readonly by: string; readonly mailsCard: boolean },
): Promise<{ readonly card: string | null } | undefined> {
  const renewed = createRenewedCard()
  const ended = await endOwnershipOf(tx, role, { actor, card: hashRenewedCard(mail.keys, role.sn, renewed) })
  if (!ended) return undefined
  const card = ended.byCard ? renewed : null
  for (const uid of ended.owners) {
    const given = mailsCard && uid === by && card !== null ? { card } : {}
    const content = { template: 'machine_released', machine: machineLabel(role), ...given } as const
    await mailMachineOwner(tx, mail, actor, { uid, by, ...content })
  }
  return { card }
}
