/** The answer to a request for a machine, by the owner or by an operator. Neither side learns who the other is. */
import type { InputOf } from '@kerf/contract/endpoint'
import { type answerMachineRequest, REQUEST_BAR_DAYS } from '@kerf/contract/machines/machines'
import { assertRecentAuthentication, type SessionClaims } from '../../identity/index.ts'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { setOwner } from '../claim/change-owner.ts'
import {
  barRequests,
  deleteOpenRequest,
  denyRequest,
  findOpenRequest,
  takeByRequest,
} from '../claim/request-store.ts'
import { displayName, requireRole } from '../machine/describe-machine.ts'
import { listOwners } from '../machine/machine-store.ts'
import {
  type MachineActor,
  machineLabel,
  mailMachineOwner,
  sendMachineMessage,
} from '../machine/notify-people.ts'
import { startMachineAct } from './start-act.ts'

/** `since`: of the request that the person has seen. Throws `machine_request_unknown` if that one is not open. */
export async function answerRequest(
  { db, mail }: Pick<PlatformServices, 'db' | 'mail'>,
  session: SessionClaims,
  { machine, answer, since }: { readonly machine: string } & InputOf<typeof answerMachineRequest>,
  caller: Caller,
): Promise<{ readonly effectTime: number | null }> {
  const { uid } = session
  const role = await requireRole(db, machine, uid, ['owner'])
  const { ownership, lost, workshop } = role
  const audit = (event: string) =>
    ({ event, outcome: 'ok', uid, ...auditContext(caller), detail: { machine } }) as const
  const [open] = await findOpenRequest(db, { machine, ownership })
  if (!open || (since !== undefined && since !== open.since)) throw new ApiError('machine_request_unknown')
  const { number } = open
  if (answer === 'deny') {
    await db.transaction(async tx => {
      await barRequests(tx, { machine, ownership, days: REQUEST_BAR_DAYS })
      const [denied] = await denyRequest(tx, { machine, ownership, number })
      if (!denied) throw new ApiError('machine_request_unknown')
      await writeAudit(tx, audit('machine.deny_request'))
      // The claimant does not see the name that the owner gave.
      const label = machineLabel({ ...role, name: '' })
      await sendMachineMessage(tx, caller, { uid: denied.uid, about: 'denied', machine: label })
    })
    return { effectTime: null }
  }

  if (session.status !== 'active') throw new ApiError('restricted')
  if ((await displayName(db, open.uid)).status !== 'active') throw new ApiError('machine_request_unknown')
  if (lost) throw new ApiError('machine_lost')
  await assertRecentAuthentication(db, session, caller)
  return db.transaction(async tx => {
    const name = machineLabel(role)
    const act = { kind: 'confirm', subject: machine, ownership, request: number, name } as const
    const effectTime = await startMachineAct(tx, mail, { workshop, uid }, act, caller)
    if (effectTime !== undefined) return { effectTime }
    if (!(await handOverByRequest(tx, mail, { ...role, machine, number }, { actor: caller, by: uid })))
      throw new ApiError('machine_request_unknown')
    await writeAudit(tx, audit('machine.confirm_request'))
    return { effectTime: null }
  })
}

/** Makes the claimant of the request the owner. False: it is not open, or the machine is lost. In a transaction that has locked `workshop`. */
export async function handOverByRequest(
  tx: Queryable,
  mail: MailDependencies,
  {
    machine,
    ownership,
    number,
    workshop: former,
    ...printed
  }: {
    readonly machine: string
    readonly ownership: string
    /** of the request */
    readonly number: string
    /** that owns it */
    readonly workshop: string | null
    readonly name: string
    readonly line: string
    readonly sn: string
  },
  { actor, by }: { readonly actor: MachineActor; readonly by: string },
): Promise<boolean> {
  const owners = (await listOwners(tx, { machine })).map(owner => owner.uid)
  const [taken] = await takeByRequest(tx, { machine, ownership, number })
  // A denial that came first has locked the machine, and is seen here.
  const [request] = await deleteOpenRequest(tx, { machine, ownership, number })
  if (!taken || !request) return false
  const { uid } = request
  const before = await setOwner(tx, { machine, uid, former, ...taken }, 'machine.transferred')
  const label = machineLabel(printed)
  for (const person of before)
    if (!owners.includes(person) && person !== uid)
      await sendMachineMessage(tx, actor, { uid: person, about: 'ended', machine: label })
  // The claimant does not see the name that the owner gave.
  const shown = machineLabel({ ...printed, name: '' })
  await sendMachineMessage(tx, actor, { uid, about: 'confirmed', machine: shown })
  for (const owner of owners)
    await mailMachineOwner(tx, mail, actor, {
      ...{ uid: owner, by, template: 'machine_transferred', machine: label },
    })
  return true
}
