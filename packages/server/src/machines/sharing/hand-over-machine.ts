/** Transfer, release, lost: what an owner does with the ownership (S-161, S-167). */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { TRANSFER_TTL_HOURS } from '@kerf/contract/machines/machines'
import { assertRecentAuthentication, type SessionClaims } from '../../identity/index.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { setOwner } from '../claim/change-owner.ts'
import { takeByGift, takeByTransfer } from '../claim/claim-store.ts'
import {
  displayName,
  lockRole,
  type MachineView,
  requireRole,
  showMachine,
} from '../machine/describe-machine.ts'
import { listOwners } from '../machine/machine-store.ts'
import {
  machineLabel,
  mailMachineOwner,
  sendMachineMessage,
  sendWorkshopMessage,
} from '../machine/notify-people.ts'
import { lockAsAdmin, lockForMachine } from '../machine/workshop-rights.ts'
import { listAdmins, lockWorkshops } from '../machine/workshop-rights-store.ts'
import { deleteTransferAct } from './act-store.ts'
import { createOfferCode, readOfferCode } from './offer-code.ts'
import { releaseOwnedMachine } from './release-machine.ts'
import {
  cancelTransfer,
  clearLost,
  findTransfer,
  type OpenTransfer,
  offerTransfer,
  setLost,
} from './sharing-store.ts'
import { startMachineAct } from './start-act.ts'

type HandOverDependencies = Pick<PlatformServices, 'db' | 'mail'> & {
  readonly joinUrl: (lang: Caller['lang'], code: string) => string
}

export function createHandOver({ db, mail, joinUrl }: HandOverDependencies) {
  const requireOwner = async (session: SessionClaims, machine: string) =>
    requireRole(db, machine, session.uid, ['owner'])
  const audit = (event: string, uid: string, caller: Caller, machine: string) =>
    ({ event, outcome: 'ok', uid, ...auditContext(caller), detail: { machine } }) as const

  const notifyEnded = async (
    tx: Queryable,
    caller: Caller,
    before: readonly string[],
    owners: readonly string[],
    machine: string,
  ): Promise<void> => {
    for (const uid of before)
      if (!owners.includes(uid)) await sendMachineMessage(tx, caller, { uid, about: 'ended', machine })
  }

  const notifyHandedOver = async (
    tx: Queryable,
    caller: Caller,
    {
      before,
      owners,
      by,
      machine,
    }: {
      readonly before: readonly string[]
      readonly owners: readonly string[]
      readonly by: string
      /** `machineLabel` */
      readonly machine: string
    },
  ): Promise<void> => {
    await notifyEnded(tx, caller, before, owners, machine)
    for (const uid of owners) {
      if (uid !== by) await sendMachineMessage(tx, caller, { uid, about: 'transferred', machine })
      await mailMachineOwner(tx, mail, caller, { uid, by, template: 'machine_transferred', machine })
    }
  }

  async function offer(session: SessionClaims, machine: string, caller: Caller) {
    if (session.status !== 'active') throw new ApiError('restricted')
    const role = await requireOwner(session, machine)
    const { ownership, workshop } = role
    await assertRecentAuthentication(db, session, caller)
    const { code, hash } = createOfferCode(machine)
    const open = await db.transaction(async tx => {
      if (role.lost) throw new ApiError('machine_lost')
      const name = machineLabel(role)
      const act = { kind: 'transfer', subject: machine, ownership, hash, name } as const
      const effectTime = await startMachineAct(tx, mail, { workshop, uid: session.uid }, act, caller)
      if (effectTime !== undefined)
        return { effectTime, expireTime: effectTime + TRANSFER_TTL_HOURS * HOUR_SECONDS }
      // Of the time when there was another admin: it would replace this offer.
      if (workshop !== null) await deleteTransferAct(tx, { workshop, machine })
      const offer = { machine, ownership, hash, hours: TRANSFER_TTL_HOURS, by: role.member }
      const [offered] = await offerTransfer(tx, offer)
      if (!offered) throw new ApiError('machine_requested')
      await writeAudit(tx, audit('machine.offer', session.uid, caller, machine))
      await mailMachineOwner(tx, mail, caller, {
        uid: session.uid,
        by: session.uid,
        template: 'machine_offered',
        machine: name,
      })
      return { effectTime: null, expireTime: offered.expire }
    })
    return { code, url: joinUrl(caller.lang, code), ...open }
  }

  async function cancel(session: SessionClaims, machine: string, caller: Caller) {
    const { workshop } = await requireOwner(session, machine)
    await db.transaction(async tx => {
      if (workshop !== null) {
        const { name } = await lockAsAdmin(tx, workshop, session.uid, 'machine_unknown')
        const [stopped] = await deleteTransferAct(tx, { workshop, machine })
        const person = stopped ? (await displayName(tx, session.uid)).name : ''
        for (const { uid } of stopped ? await listAdmins(tx, { workshop }) : [])
          await sendWorkshopMessage(tx, caller, { uid, about: 'stopped', workshop: name, person })
      }
      const role = await lockRole(tx, machine, session.uid, ['owner'])
      if (role.workshop !== workshop) throw new ApiError('machine_unknown')
      await cancelTransfer(tx, role)
      await writeAudit(tx, audit('machine.cancel_offer', session.uid, caller, machine))
    })
  }

  /** undefined: no open transfer has this code, or its owner may not act. */
  async function findOpen(code: string): Promise<(OpenTransfer & { readonly machine: string }) | undefined> {
    const { machine, hash } = readOfferCode(code)
    const [found] = await findTransfer(db, { machine, hash })
    if (!found || (await displayName(db, found.owner)).status !== 'active') return undefined
    return { ...found, machine }
  }

  /** `workshop`: whose admin the account is, and which becomes the owner. */
  async function accept(
    session: SessionClaims,
    code: string,
    workshop: string | null,
    caller: Caller,
  ): Promise<MachineView> {
    if (session.status !== 'active') throw new ApiError('restricted')
    const { uid } = session
    const found = await findOpen(code)
    // An admin can take a machine of the workshop: the other admins know of the offer.
    const isOwn =
      found?.workshop === null ? workshop === null && found.owner === uid : found?.workshop === workshop
    if (!found || isOwn) throw new ApiError('machine_offer_invalid')
    const { machine, ownership, workshop: former } = found
    const { hash } = readOfferCode(code)
    return db.transaction(async tx => {
      if (workshop === null) await lockWorkshops(tx, former)
      else await lockForMachine(tx, workshop, uid, former)
      const owners = (await listOwners(tx, { machine })).map(owner => owner.uid)
      const [taken] = await takeByTransfer(tx, { machine, ownership, hash, workshop })
      if (!taken) throw new ApiError('machine_offer_invalid')
      const before = await setOwner(tx, { machine, uid, workshop, former, ...taken }, 'machine.transferred')
      await writeAudit(tx, audit('machine.transfer', uid, caller, machine))
      await notifyHandedOver(tx, caller, { before, owners, by: uid, machine: machineLabel(found) })
      // Afterwards the account may have lost it again.
      return showMachine(tx, machine, uid)
    })
  }

  /** The owner gives the machine to a workshop whose admin the account is. */
  async function give(session: SessionClaims, machine: string, workshop: string, caller: Caller) {
    if (session.status !== 'active') throw new ApiError('restricted')
    const { uid } = session
    const role = await requireOwner(session, machine)
    // A workshop hands over to another one by a transfer, which its other admins can stop.
    if (role.workshop !== null) throw new ApiError('authority')
    await assertRecentAuthentication(db, session, caller)
    await db.transaction(async tx => {
      await lockForMachine(tx, workshop, uid)
      const [taken] = await takeByGift(tx, { machine, ownership: role.ownership, workshop })
      if (!taken) throw new ApiError(role.lost ? 'machine_lost' : 'machine_requested')
      const before = await setOwner(
        tx,
        { machine, uid, workshop, former: null, ...taken },
        'machine.transferred',
      )
      const given = audit('machine.give', uid, caller, machine)
      await writeAudit(tx, { ...given, detail: { machine, workshop } })
      await notifyHandedOver(tx, caller, { before, owners: [uid], by: uid, machine: machineLabel(role) })
    })
  }

  /** `card`: of a machine without display, for its next claim. It is shown once. */
  async function release(
    session: SessionClaims,
    machine: string,
    caller: Caller,
  ): Promise<{ readonly card: string | null; readonly effectTime: number | null }> {
    const role = await requireOwner(session, machine)
    const { ownership, workshop } = role
    const { uid } = session
    await assertRecentAuthentication(db, session, caller)
    return db.transaction(async tx => {
      const act = { kind: 'release', subject: machine, ownership, name: machineLabel(role) } as const
      const effectTime = await startMachineAct(tx, mail, { workshop, uid }, act, caller)
      if (effectTime !== undefined) return { card: null, effectTime }
      const released = await releaseOwnedMachine(tx, mail, role, { actor: caller, by: uid, mailsCard: false })
      if (!released) throw new ApiError('machine_unknown')
      await writeAudit(tx, audit('machine.release', uid, caller, machine))
      return { ...released, effectTime: null }
    })
  }

  async function reportLost(session: SessionClaims, machine: string, lost: boolean, caller: Caller) {
    const { ownership, role } = await requireOwner(session, machine)
    await assertRecentAuthentication(db, session, caller)
    await db.transaction(async tx => {
      const [changed] = await (lost ? setLost : clearLost)(tx, { machine, ownership })
      if (!changed) throw new ApiError('machine_unknown')
      await writeAudit(tx, audit(lost ? 'machine.lost' : 'machine.found', session.uid, caller, machine))
      if (lost)
        await publishMachineEvent(tx, 'machine.lost', {
          ...{ uids: [session.uid], machine, role, until: null },
        })
    })
  }

  return { offer, cancel, findOpen, accept, give, release, reportLost }
}

export type HandOver = ReturnType<typeof createHandOver>
