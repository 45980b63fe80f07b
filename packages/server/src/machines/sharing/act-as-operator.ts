/** What an operator does with machines, within a transaction that has the approval of a second operator where one is needed (S-160, S-172). */
import { randomBytes } from 'node:crypto'
import { REQUEST_BAR_DAYS } from '@kerf/contract/machines/machines'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { setOwner } from '../claim/change-owner.ts'
import { takeOwnership } from '../claim/claim-store.ts'
import { barRequests, denyRequest } from '../claim/request-store.ts'
import { insertMachine, registerMachine } from '../machine/machine-store.ts'
import { machineLabel, mailMachineOwner, sendMachineMessage } from '../machine/notify-people.ts'
import { lockWorkshops } from '../machine/workshop-rights-store.ts'
import { renewPasses } from '../passes/renew-passes.ts'
import { handOverByRequest } from './answer-request.ts'
import type { MachineForOperators, RequestForOperators } from './operator-store.ts'

export interface MachineAct {
  readonly operator: string
  /** stands in the audit row */
  readonly detail: Readonly<Record<string, string>>
}

/** False: the owner has answered meanwhile, or the machine is lost or has another owner. */
export async function decideRequest(
  tx: Queryable,
  mail: MailDependencies,
  request: RequestForOperators,
  answer: 'confirm' | 'deny',
  { operator, detail }: MachineAct,
): Promise<boolean> {
  const { machine, ownership, number, owner } = request
  const actor = { operator }
  if (answer === 'confirm') {
    await lockWorkshops(tx, request.workshop)
    if (!(await handOverByRequest(tx, mail, { ...request, name: '' }, { actor, by: operator }))) return false
  } else {
    await barRequests(tx, { machine, ownership, days: REQUEST_BAR_DAYS })
    const [denied] = await denyRequest(tx, { machine, ownership, number })
    if (!denied) return false
    const label = machineLabel({ ...request, name: '' })
    await sendMachineMessage(tx, actor, { uid: denied.uid, about: 'denied', machine: label })
  }
  await writeAudit(tx, {
    ...{ event: 'machine.decide', outcome: 'ok', operator, uid: owner },
    detail: { machine, answer, ...detail },
  })
  return true
}

/** Gives a machine that nobody owns to an account. Returns its id; undefined: somebody owns it by now. */
export async function assignMachine(
  tx: Queryable,
  mail: MailDependencies,
  order: {
    readonly uid: string
    readonly sn: string
    /** of the serial number */
    readonly hash: Buffer
    readonly line: string
    readonly ownership: string
  },
  { operator, detail }: MachineAct,
): Promise<string | undefined> {
  const { uid, sn, hash, line, ownership } = order
  const proposal = `m_${randomBytes(16).toString('base64url')}`
  const [registered] = await registerMachine(tx, { hash, machine: proposal })
  const machine = registered?.machine ?? proposal
  await insertMachine(tx, { id: machine, sn, line })
  const [taken] = await takeOwnership(tx, {
    ...{ machine, ownership, workshop: null, resetNumber: 0, byCard: null },
  })
  if (!taken) return undefined
  await setOwner(tx, { machine, uid, former: null, ...taken }, 'machine.claimed')
  await writeAudit(tx, {
    ...{ event: 'machine.assign', outcome: 'ok', operator, uid },
    detail: { machine, ...detail },
  })
  const label = machineLabel({ name: '', line, sn })
  await mailMachineOwner(
    tx,
    mail,
    { operator },
    { uid, by: operator, template: 'machine_assigned', machine: label },
  )
  return machine
}

/** Raises the ownership number: all passes end, and the machine sets its time. False: the owner has changed meanwhile. */
export async function renewMachine(
  tx: Queryable,
  { id: machine, ownership, owner }: MachineForOperators,
  { operator, detail }: MachineAct,
): Promise<boolean> {
  if (!(await renewPasses(tx, { machine, ownership }))) return false
  await writeAudit(tx, {
    ...{ event: 'machine.renew', outcome: 'ok', operator, uid: owner },
    detail: { machine, ...detail },
  })
  return true
}
