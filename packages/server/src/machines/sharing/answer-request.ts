/** The owner's answer to a request for the machine. Neither side learns who the other is. */
import { REQUEST_BAR_DAYS } from '@kerf/contract/machines/machines'
import { assertRecentAuthentication, type SessionClaims } from '../../identity/index.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
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
import { machineLabel, mailMachineOwner, sendMachineMessage } from '../machine/notify-people.ts'

/** Throws `machine_request_unknown` without an open request. */
export async function answerRequest(
  { db, mail }: Pick<PlatformServices, 'db' | 'mail'>,
  session: SessionClaims,
  { machine, answer }: { readonly machine: string; readonly answer: 'confirm' | 'deny' },
  caller: Caller,
): Promise<void> {
  const { uid } = session
  const role = await requireRole(db, machine, uid, ['owner'])
  const { ownership, lost } = role
  const audit = (event: string) =>
    ({ event, outcome: 'ok', uid, ...auditContext(caller), detail: { machine } }) as const
  // The claimant does not see the name that the owner gave.
  const labelForClaimant = machineLabel({ ...role, name: '' })

  if (answer === 'deny') {
    await db.transaction(async tx => {
      await barRequests(tx, { machine, ownership, days: REQUEST_BAR_DAYS })
      const [denied] = await denyRequest(tx, { machine, ownership })
      if (!denied) throw new ApiError('machine_request_unknown')
      await writeAudit(tx, audit('machine.deny_request'))
      const message = { uid: denied.uid, about: 'denied', machine: labelForClaimant } as const
      await sendMachineMessage(tx, caller, message)
    })
    return
  }

  if (session.status !== 'active') throw new ApiError('restricted')
  const [open] = await findOpenRequest(db, { machine, ownership })
  if (!open || (await displayName(db, open.uid)).status !== 'active')
    throw new ApiError('machine_request_unknown')
  if (lost) throw new ApiError('machine_lost')
  await assertRecentAuthentication(db, session, caller)
  await db.transaction(async tx => {
    const [taken] = await takeByRequest(tx, { machine, ownership })
    // A denial that came first has locked the machine, and is seen here.
    const [request] = await deleteOpenRequest(tx, { machine, ownership })
    if (!taken || !request) throw new ApiError('machine_request_unknown')
    const before = await setOwner(tx, { machine, uid: request.uid, ...taken }, 'machine.transferred')
    await writeAudit(tx, audit('machine.confirm_request'))
    const label = machineLabel(role)
    for (const person of before)
      if (person !== uid && person !== request.uid)
        await sendMachineMessage(tx, caller, { uid: person, about: 'ended', machine: label })
    const message = { uid: request.uid, about: 'confirmed', machine: labelForClaimant } as const
    await sendMachineMessage(tx, caller, message)
    await mailMachineOwner(tx, mail, caller, {
      uid,
      by: uid,
      template: 'machine_transferred',
      machine: label,
    })
  })
}
