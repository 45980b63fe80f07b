/** Asks the owner of a machine for it, by a right code. The owner answers; without an answer nothing changes. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { REQUEST_REVIEW_DAYS } from '@kerf/contract/machines/machines'
import type { Task } from 'graphile-worker'
import { findAccount, lockAgainstErasure } from '../../identity/index.ts'
import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { findMachineState, findRole, linkAccount, listOwners } from '../machine/machine-store.ts'
import { machineLabel, mailMachineOwner, sendMachineMessage } from '../machine/notify-people.ts'
import {
  countRequestMail,
  findOpenRequest,
  insertRequest,
  listDueRequests,
  lockForRequest,
  recordSecondCode,
} from './request-store.ts'

export interface MachineRequest {
  /** unix seconds */
  readonly reviewFrom: number
}

const toRequest = ({ since }: { readonly since: number }): MachineRequest => ({
  reviewFrom: since + REQUEST_REVIEW_DAYS * DAY_SECONDS,
})

/** Returns the open request of the same account too. undefined: the machine cannot be asked for. */
export async function openRequest(
  { db, mail }: { readonly db: Database; readonly mail: MailDependencies },
  {
    uid,
    machine,
    ownership,
    resetNumber,
    ...printed
  }: {
    readonly uid: string
    readonly machine: string
    readonly ownership: string
    readonly resetNumber: number
    readonly line: string
    readonly sn: string
  },
  caller: Caller,
): Promise<MachineRequest | undefined> {
  const [open] = await findOpenRequest(db, { machine, ownership })
  if (open && open.uid !== uid) return undefined
  if (open) {
    await recordSecondCode(db, { machine, ownership, uid, days: REQUEST_REVIEW_DAYS })
    return toRequest(open)
  }
  return db.transaction(async tx => {
    const [locked] = await lockForRequest(tx, { machine, ownership, resetNumber })
    const [account] = locked ? await lockAgainstErasure(tx, { uid }) : []
    const [made] = locked && account ? await insertRequest(tx, { machine, uid, ownership, resetNumber }) : []
    if (!locked || !made) return undefined
    await linkAccount(tx, { uid, machine })
    const owners = await listOwners(tx, { machine })
    const label = machineLabel({ ...locked, ...printed })
    await writeAudit(tx, {
      event: 'machine.request',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { machine },
    })
    for (const owner of owners) {
      const event = { uids: [owner.uid], machine, role: owner.role, until: null }
      await publishMachineEvent(tx, 'machine.requested', event)
      await sendMachineMessage(tx, caller, { uid: owner.uid, about: 'requested', machine: label })
      const content = { template: 'machine_requested', machine: label } as const
      await mailMachineOwner(tx, mail, caller, { uid: owner.uid, by: uid, ...content })
    }
    return toRequest(made)
  })
}

export const MACHINE_REQUESTS_JOB = 'remind_machine_requests'
/** Days after the request on which the second and the third mail are due. */
const REMINDER_DAYS = [7, 13] as const
/** The rest follows at the next run. */
const REMINDERS_PER_RUN = 1_000
const BY_THE_SERVER = { ip: '', timeZone: '', app: { brand: DEFAULT_BRAND } } as const

/** Mails the reminders that are due. Each is counted in the transaction that queues it. */
export const remindMachineRequestsTask =
  (db: Database, mail: MailDependencies, log: JobLog): Task =>
  async () => {
    const now = await mail.clock.now()
    let sent = 0
    // The last one first, so that a run after an outage sends one to each.
    for (const [at, days] of [...REMINDER_DAYS.entries()].reverse()) {
      const until = new Date(now - days * DAY_SECONDS * 1_000)
      const mails = at + 1
      for (const { machine, ownership } of await listDueRequests(db, {
        mails,
        until,
        limit: REMINDERS_PER_RUN,
      }))
        await db.transaction(async tx => {
          const [counted] = await countRequestMail(tx, { machine, ownership, mails })
          const [state] = counted ? await findMachineState(tx, { machine }) : []
          if (state?.ownership !== ownership) return
          for (const { uid } of await listOwners(tx, { machine })) {
            const [[role], [account]] = [await findRole(tx, { machine, uid }), await findAccount(tx, { uid })]
            if (!role || !account) continue
            const { email, lang } = account
            const content = { template: 'machine_requested', machine: machineLabel(role) } as const
            await notifyOwner(tx, mail, { uid, email, lang }, BY_THE_SERVER, content, { withLink: false })
            sent++
          }
        })
    }
    if (sent > 0) log.info({ mails: sent }, 'reminded owners of requests for their machines')
  }
