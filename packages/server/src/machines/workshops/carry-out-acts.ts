/** Carries out what admins have started and nobody has stopped, and finishes workshops that have ended. Of several servers at once, one does. */
import { TRANSFER_TTL_HOURS } from '@kerf/contract/machines/machines'
import type { Task } from 'graphile-worker'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { findOpenRequest } from '../claim/request-store.ts'
import { displayName } from '../machine/describe-machine.ts'
import { findOwnedMachine } from '../machine/machine-store.ts'
import { BY_THE_SERVER, sendWorkshopMessage } from '../machine/notify-people.ts'
import { listMembers, lockWorkshop } from '../machine/workshop-rights-store.ts'
import { type ActRow, listDueActs, takeDueAct } from '../sharing/act-store.ts'
import { handOverByRequest } from '../sharing/answer-request.ts'
import { releaseOwnedMachine } from '../sharing/release-machine.ts'
import { findAdminRole, offerTransfer } from '../sharing/sharing-store.ts'
import { endMembership } from './end-membership.ts'
import { endWorkshop, finishEndedWorkshops } from './end-workshop.ts'

export const WORKSHOP_ACTS_JOB = 'carry_out_workshop_acts'
/** The rest follows at the next run. */
const ACTS_PER_RUN = 1_000

interface TakenAct extends ActRow {
  readonly workshop: string
  /** of the workshop */
  readonly name: string
  /** the admin who started it */
  readonly uid: string
}

async function carryOutForMachine(tx: Queryable, mail: MailDependencies, act: TakenAct): Promise<boolean> {
  const { kind, subject: machine, workshop, uid: by } = act
  const [owned] = await findOwnedMachine(tx, { machine, workshop })
  // It had another owner meanwhile, even if the workshop has it again.
  if (!owned || owned.since > act.started) return false
  const { ownership } = owned
  const [role] = await findAdminRole(tx, { machine, uid: by, ownership })
  if (!role) return false
  if (kind === 'release') {
    const order = { actor: BY_THE_SERVER, by, mailsCard: true }
    return (await releaseOwnedMachine(tx, mail, owned, order)) !== undefined
  }
  if (kind === 'confirm') {
    const [open] = owned.lost ? [] : await findOpenRequest(tx, { machine, ownership })
    if (!open || open.number !== act.request) return false
    if ((await displayName(tx, open.uid)).status !== 'active') return false
    const confirmed = { ...owned, machine, number: open.number }
    if (!(await handOverByRequest(tx, mail, confirmed, { actor: BY_THE_SERVER, by })))
      throw new Error('the request was answered at the same moment')
    return true
  }
  if (act.hash === null) return false
  const offer = { machine, ownership, hash: act.hash, hours: TRANSFER_TTL_HOURS, by: role.member }
  return (await offerTransfer(tx, offer)).length > 0
}

async function carryOut(tx: Queryable, mail: MailDependencies, act: TakenAct): Promise<boolean> {
  const { kind, subject, workshop, name, uid: by } = act
  if (kind === 'dissolve') {
    await endWorkshop(tx, mail, { workshop, name, by }, BY_THE_SERVER)
    return true
  }
  if (kind !== 'remove') return carryOutForMachine(tx, mail, act)
  const members = await listMembers(tx, { workshop })
  const member = members.find(one => String(one.member) === subject)
  if (!member) return false
  const person = (await displayName(tx, member.uid)).name
  const leaving = { workshop, name, person, by }
  await endMembership(tx, mail, member, leaving, { actor: BY_THE_SERVER, bar: true })
  return true
}

/** One transaction an act: one that fails keeps no other back, and is tried again. */
export const carryOutWorkshopActsTask =
  (db: Database, mail: MailDependencies, log: JobLog): Task =>
  async () => {
    for (const due of await listDueActs(db, { limit: ACTS_PER_RUN }))
      try {
        await db.transaction(async tx => {
          const [locked] = await lockWorkshop(tx, due)
          const [act] = locked && !locked.ended ? await takeDueAct(tx, due) : []
          if (!locked || !act) return
          const { kind, subject, uid } = act
          // As an offer of an owner who is banned: the account may be in wrong hands.
          const mayAct = (await displayName(tx, uid)).status === 'active'
          const isDone = mayAct && (await carryOut(tx, mail, { ...act, ...locked, workshop: due.workshop }))
          if (!isDone)
            await sendWorkshopMessage(tx, BY_THE_SERVER, { uid, about: 'failed', workshop: locked.name })
          const outcome = isDone ? 'ok' : 'refused'
          const detail = { workshop: due.workshop, kind, subject }
          await writeAudit(tx, { event: 'workshop.carry_out', outcome, uid, detail })
        })
      } catch (error) {
        log.error({ err: error, kind: 'workshop act' }, 'an act of a workshop was not carried out')
      }
    await finishEndedWorkshops(db, log)
  }
