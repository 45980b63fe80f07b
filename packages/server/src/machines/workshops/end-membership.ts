/** What follows when somebody leaves a workshop, or a workshop ends, in the transaction that has locked it (S-163, S-167). */
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findOwnedMachine } from '../machine/machine-store.ts'
import { type MachineActor, mailAdmin, sendWorkshopMessage } from '../machine/notify-people.ts'
import { recordLoss } from '../machine/record-loss.ts'
import { listAdmins, listMembers, listWorkshopMachines, type MemberRow } from '../machine/workshop-store.ts'
import { deleteActsOfMember } from '../sharing/act-store.ts'
import { endRole } from '../sharing/end-role.ts'
import { releaseOwnedMachine } from '../sharing/release-machine.ts'
import { raiseRightsOfWorkshop, removeRoleOfMember } from '../sharing/sharing-store.ts'
import { barFromWorkshop, DELETE_WORKSHOP, deleteMember, unlinkWorkshop } from './workshop-store.ts'

interface Leaving {
  readonly workshop: string
  /** of the workshop */
  readonly name: string
  /** name of the person who leaves, as others see it */
  readonly person: string
  /** uid of the person who acts; emails to others leave out the place */
  readonly by: string
}

/** All roles of the person on its machines end, and what the person has started. `bar`: the present join code does not let the person back. */
export async function endMembership(
  tx: Queryable,
  mail: MailDependencies,
  member: MemberRow,
  { workshop, name, person, by }: Leaving,
  { actor, bar }: { readonly actor: MachineActor; readonly bar: boolean },
): Promise<void> {
  const { uid } = member
  const numbers = { workshop, member: member.member, subject: String(member.member) }
  const [gone] = await deleteMember(tx, numbers)
  if (!gone) throw new Error('the workshop was not locked')
  await deleteActsOfMember(tx, numbers)
  const now = (await mail.clock.now()) / 1_000
  for (const { machine } of await listWorkshopMachines(tx, { workshop })) {
    const [raised] = await raiseRightsOfWorkshop(tx, { machine, workshop, uid })
    if (!raised) continue
    const { ownership } = raised
    for (const removed of await removeRoleOfMember(tx, { machine, uid, ownership }))
      await endRole(tx, { machine, ...raised }, removed, { now, bar })
  }
  if (bar) await barFromWorkshop(tx, { workshop, uid })
  await unlinkWorkshop(tx, { workshop, uid })
  // A person who waits for approval had no right.
  if (!member.waiting)
    await recordLoss(tx, { machine: workshop, uid, member: member.member, ownership: '0', rights: '0' })
  if (bar && !member.waiting) await sendWorkshopMessage(tx, actor, { uid, about: 'ended', workshop: name })
  if (member.role !== 'admin') return
  for (const { uid: admin } of await listAdmins(tx, { workshop }))
    await mailAdmin(tx, mail, actor, {
      ...{ uid: admin, by, template: 'workshop_left', about: person, workshop: name },
    })
}

/** Releases its machines. New cards of those without a display are mailed to `by`. */
export async function endWorkshop(
  tx: Queryable,
  mail: MailDependencies,
  { workshop, name, by }: Omit<Leaving, 'person'>,
  actor: MachineActor,
): Promise<void> {
  for (const { machine } of await listWorkshopMachines(tx, { workshop })) {
    const [owned] = await findOwnedMachine(tx, { machine, workshop })
    if (owned) await releaseOwnedMachine(tx, mail, owned, { actor, by, mailsCard: true })
  }
  for (const { uid, role, waiting } of await listMembers(tx, { workshop })) {
    await unlinkWorkshop(tx, { workshop, uid })
    if (!waiting) await sendWorkshopMessage(tx, actor, { uid, about: 'dissolved', workshop: name })
    if (role === 'admin')
      await mailAdmin(tx, mail, actor, { uid, by, template: 'workshop_dissolved', workshop: name })
  }
  for (const deleteRows of DELETE_WORKSHOP) await deleteRows(tx, { workshop })
  await recordLoss(tx, { machine: workshop, uid: null, member: null, ownership: '0', rights: '0' })
}
