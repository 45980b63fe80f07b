/** What follows when somebody leaves a workshop, in the transaction that has locked it (S-163, S-167). */
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type MachineActor, mailAdmin, sendWorkshopMessage } from '../machine/notify-people.ts'
import { recordLoss } from '../machine/record-loss.ts'
import { listAdmins, listWorkshopMachines, type MemberRow } from '../machine/workshop-rights-store.ts'
import { deleteActsOfMember } from '../sharing/act-store.ts'
import { endRole } from '../sharing/end-role.ts'
import { raiseRightsOfWorkshop, removeRoleOfMember } from '../sharing/sharing-store.ts'
import { barFromWorkshop, deleteMember, unlinkWorkshop } from './workshop-store.ts'

interface Leaving {
  readonly workshop: string
  /** of the workshop */
  readonly name: string
  /** name of the person who leaves, as others see it */
  readonly person: string
  /** uid of the person who acts; emails to others leave out the place */
  readonly by: string
}

/** On all machines of the workshop. `passUntil`: the last end of the person's passes, unix seconds; `allRenew`: the passes of a machine are void. */
export interface EndedPasses {
  readonly passUntil: number | null
  readonly allRenew: boolean
}

/** All roles of the person on its machines end, and what the person has started. `bar`: the present join code does not let the person back. */
export async function endMembership(
  tx: Queryable,
  mail: MailDependencies,
  member: MemberRow,
  { workshop, name, person, by }: Leaving,
  { actor, bar }: { readonly actor: MachineActor; readonly bar: boolean },
): Promise<EndedPasses> {
  const { uid } = member
  const numbers = { workshop, member: member.member, subject: String(member.member) }
  const [gone] = await deleteMember(tx, { ...numbers, uid })
  if (!gone) throw new Error('the workshop was not locked')
  await deleteActsOfMember(tx, numbers)
  const now = (await mail.clock.now()) / 1_000
  let passes: EndedPasses = { passUntil: null, allRenew: false }
  const endRoleOn = async (machine: string): Promise<void> => {
    const [raised] = await raiseRightsOfWorkshop(tx, { machine, workshop, uid })
    if (!raised) return
    const { ownership } = raised
    for (const removed of await removeRoleOfMember(tx, { machine, uid, ownership })) {
      const { passUntil, allRenew } = await endRole(tx, { machine, ...raised }, removed, { now, bar })
      const last = Math.max(passUntil ?? 0, passes.passUntil ?? 0)
      passes = { passUntil: last === 0 ? null : last, allRenew: allRenew || passes.allRenew }
    }
  }
  // Up to 200: their statements are sent together, and lock the machines in the order of the list.
  await Promise.all((await listWorkshopMachines(tx, { workshop })).map(({ machine }) => endRoleOn(machine)))
  if (bar) await barFromWorkshop(tx, { workshop, uid })
  await unlinkWorkshop(tx, { workshop, uid })
  // A person who waits for approval had no right.
  if (!member.waiting)
    await recordLoss(tx, { machine: workshop, uid, member: member.member, ownership: '0', rights: '0' })
  if (bar && !member.waiting) await sendWorkshopMessage(tx, actor, { uid, about: 'ended', workshop: name })
  if (member.role !== 'admin') return passes
  for (const { uid: admin } of await listAdmins(tx, { workshop }))
    await mailAdmin(tx, mail, actor, {
      ...{ uid: admin, by, template: 'workshop_left', about: person, workshop: name },
    })
  return passes
}
