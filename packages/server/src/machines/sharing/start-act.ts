/**
 * Acts of an admin that another admin can stop. All admins get an email. With another admin the act takes effect after 48 hours,
 * otherwise at once.
 */
import { WORKSHOP_ACT_HOURS, type WorkshopActKind } from '@kerf/contract/machines/workshops'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { displayName } from '../machine/describe-machine.ts'
import { mailAdmin, sendWorkshopMessage } from '../machine/notify-people.ts'
import { type LockedWorkshop, lockAsAdmin } from '../machine/workshop-rights.ts'
import { listAdmins } from '../machine/workshop-rights-store.ts'
import { insertAct } from './act-store.ts'

export interface NewAct {
  readonly kind: WorkshopActKind
  /** id of the machine, or number of the member; '' for the workshop */
  readonly subject: string
  /** of the machine */
  readonly ownership?: string
  /** of the code of a transfer */
  readonly hash?: Buffer
  /** number of the request that is confirmed */
  readonly request?: string
  /** name of the machine or person, for the mail */
  readonly name: string
}

/** Returns when it takes effect; undefined: there is no other admin. In a transaction that has locked the workshop. */
export async function startAct(
  tx: Queryable,
  mail: MailDependencies,
  { workshop, name, me }: LockedWorkshop,
  { kind, subject, ownership, hash, request, name: about }: NewAct,
  caller: Caller,
): Promise<number | undefined> {
  const admins = await listAdmins(tx, { workshop })
  if (admins.length < 2) return undefined
  const [started] = await insertAct(tx, {
    ...{ workshop, id: randomHandle(), kind, subject },
    ...{ ownership: ownership ?? null, hash: hash ?? null, request: request ?? null },
    ...{ by: me.member, hours: WORKSHOP_ACT_HOURS },
  })
  if (!started) throw new ApiError('workshop_act_open')
  const { due } = started
  await writeAudit(tx, {
    ...{ event: 'workshop.start_act', outcome: 'ok', uid: me.uid },
    ...auditContext(caller),
    detail: { workshop, kind, subject, due },
  })
  const person = (await displayName(tx, me.uid)).name
  for (const { uid } of admins) {
    await sendWorkshopMessage(tx, caller, { uid, about: 'act', workshop: name, person })
    const content = { template: 'workshop_act', act: kind, about, workshop: name, startsAt: due } as const
    await mailAdmin(tx, mail, caller, { uid, by: me.uid, ...content })
  }
  return due
}

/** For a machine that may belong to a workshop. Locks it. Throws `machine_unknown` where the person is no longer its admin. */
export async function startMachineAct(
  tx: Queryable,
  mail: MailDependencies,
  { workshop, uid }: { readonly workshop: string | null; readonly uid: string },
  act: NewAct,
  caller: Caller,
): Promise<number | undefined> {
  return workshop === null
    ? undefined
    : startAct(tx, mail, await lockAsAdmin(tx, workshop, uid, 'machine_unknown'), act, caller)
}
