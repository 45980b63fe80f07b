/** The end of a workshop: its admins lose their rights at once; a job releases its machines and removes its members, in steps. */
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { renewCards } from '../claim/renew-cards.ts'
import { findOwnedMachine } from '../machine/machine-store.ts'
import { BY_THE_SERVER, type MachineActor, mailAdmin, sendWorkshopMessage } from '../machine/notify-people.ts'
import { recordLoss } from '../machine/record-loss.ts'
import {
  listAdmins,
  listMembers,
  listWorkshopMachines,
  lockWorkshop,
  unlinkMachine,
} from '../machine/workshop-rights-store.ts'
import { endOwnershipOf } from '../sharing/release-machine.ts'
import {
  DELETE_WORKSHOP,
  deleteAdmins,
  deleteMember,
  endJoining,
  listEndedWorkshops,
  setWorkshopEnded,
  unlinkWorkshop,
} from './workshop-store.ts'

/** In one transaction. */
const MEMBERS_PER_STEP = 50
/** The rest follows at the next run. */
const STEPS_PER_RUN = 500

/**
 * Decides the end, in a transaction that has locked the workshop: it has no admin from then on. Each gets one email; that to `by` has the new cards
 * of machines without a display.
 */
export async function endWorkshop(
  tx: Queryable,
  mail: MailDependencies,
  { workshop, name, by }: { readonly workshop: string; readonly name: string; readonly by: string },
  actor: MachineActor,
): Promise<void> {
  const machines = (await listWorkshopMachines(tx, { workshop })).map(({ machine }) => machine)
  const cards = await renewCards(tx, mail.keys, machines)
  const admins = await listAdmins(tx, { workshop })
  await deleteAdmins(tx, { workshop })
  await endJoining(tx, { workshop })
  await setWorkshopEnded(tx, { workshop })
  await recordLoss(tx, { machine: workshop, uid: null, member: null, ownership: '0', rights: '0' })
  for (const { uid } of admins) {
    await unlinkWorkshop(tx, { workshop, uid })
    await sendWorkshopMessage(tx, actor, { uid, about: 'dissolved', workshop: name })
    const given = uid === by ? { cards } : {}
    await mailAdmin(tx, mail, actor, { uid, by, template: 'workshop_dissolved', workshop: name, ...given })
  }
}

/** Releases one machine, or removes some members, or the workshop itself. False: nothing is left. */
async function finishStep(tx: Queryable, workshop: string): Promise<boolean> {
  const [locked] = await lockWorkshop(tx, { workshop })
  if (!locked?.ended) return false
  const { name } = locked
  const [next] = await listWorkshopMachines(tx, { workshop })
  if (next) {
    const { machine } = next
    const [owned] = await findOwnedMachine(tx, { machine, workshop })
    if (owned) await endOwnershipOf(tx, owned, { actor: BY_THE_SERVER, card: null })
    // Also one that the workshop only lists.
    else await unlinkMachine(tx, { workshop, machine })
    return true
  }
  const members = (await listMembers(tx, { workshop })).slice(0, MEMBERS_PER_STEP)
  for (const { uid, member, waiting } of members) {
    await deleteMember(tx, { workshop, uid, member })
    await unlinkWorkshop(tx, { workshop, uid })
    if (!waiting) await sendWorkshopMessage(tx, BY_THE_SERVER, { uid, about: 'dissolved', workshop: name })
  }
  if (members.length > 0) return true
  for (const deleteRows of DELETE_WORKSHOP) await deleteRows(tx, { workshop })
  return false
}

/** One transaction a step: it is short, and a stop of the server in between loses nothing. */
export async function finishEndedWorkshops(db: Database, log: JobLog): Promise<void> {
  let left = STEPS_PER_RUN
  for (const { workshop } of await listEndedWorkshops(db, { limit: STEPS_PER_RUN }))
    try {
      while (left > 0 && (await db.transaction(tx => finishStep(tx, workshop)))) left--
    } catch (error) {
      log.error({ err: error, kind: 'ended workshop' }, 'an ended workshop was not finished')
    }
}
