/** Transfer, release, lost: what an owner does with the ownership (S-161, S-167). */
import { TRANSFER_TTL_HOURS } from '@kerf/contract/machines/machines'
import { assertRecentAuthentication, type SessionClaims } from '../../identity/index.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { endAllRoles, setOwner } from '../claim/change-owner.ts'
import { endOwnership, takeByTransfer } from '../claim/claim-store.ts'
import { displayName, type MachineView, requireRole, showMachine } from '../machine/describe-machine.ts'
import { createRenewedCard, hashRenewedCard } from '../machine/machine-keys.ts'
import { machineLabel, mailMachineOwner, sendMachineMessage } from '../machine/notify-people.ts'
import { createOfferCode, readOfferCode } from './offer-code.ts'
import {
  cancelTransfer,
  clearLost,
  findTransfer,
  type OpenTransfer,
  offerTransfer,
  setLost,
} from './sharing-store.ts'

type HandOverDependencies = Pick<PlatformServices, 'db' | 'keys' | 'mail'> & {
  readonly joinUrl: (lang: Caller['lang'], code: string) => string
}

export function createHandOver({ db, keys, mail, joinUrl }: HandOverDependencies) {
  const requireOwner = async (session: SessionClaims, machine: string) =>
    requireRole(db, machine, session.uid, ['owner'])
  const audit = (event: string, uid: string, caller: Caller, machine: string) =>
    ({ event, outcome: 'ok', uid, ...auditContext(caller), detail: { machine } }) as const

  const notifyEnded = async (
    tx: Queryable,
    caller: Caller,
    before: readonly string[],
    owner: string,
    machine: string,
  ): Promise<void> => {
    for (const uid of before)
      if (uid !== owner) await sendMachineMessage(tx, caller, { uid, about: 'ended', machine })
  }

  async function offer(session: SessionClaims, machine: string, caller: Caller) {
    if (session.status !== 'active') throw new ApiError('restricted')
    const role = await requireOwner(session, machine)
    const { ownership } = role
    await assertRecentAuthentication(db, session, caller)
    const { code, hash } = createOfferCode(machine)
    const expireTime = await db.transaction(async tx => {
      const [offered] = await offerTransfer(tx, { machine, ownership, hash, hours: TRANSFER_TTL_HOURS })
      if (!offered) throw new ApiError(role.lost ? 'machine_lost' : 'machine_requested')
      await writeAudit(tx, audit('machine.offer', session.uid, caller, machine))
      await mailMachineOwner(tx, mail, caller, {
        uid: session.uid,
        by: session.uid,
        template: 'machine_offered',
        machine: machineLabel(role),
      })
      return offered.expire
    })
    return { code, url: joinUrl(caller.lang, code), expireTime }
  }

  async function cancel(session: SessionClaims, machine: string, caller: Caller) {
    const { ownership } = await requireOwner(session, machine)
    await db.transaction(async tx => {
      await cancelTransfer(tx, { machine, ownership })
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

  async function accept(session: SessionClaims, code: string, caller: Caller): Promise<MachineView> {
    if (session.status !== 'active') throw new ApiError('restricted')
    const { uid } = session
    const found = await findOpen(code)
    if (!found || found.owner === uid) throw new ApiError('machine_offer_invalid')
    const { machine, ownership } = found
    const { hash } = readOfferCode(code)
    await db.transaction(async tx => {
      const [taken] = await takeByTransfer(tx, { machine, ownership, hash })
      if (!taken) throw new ApiError('machine_offer_invalid')
      const before = await setOwner(tx, { machine, uid, ...taken }, 'machine.transferred')
      await writeAudit(tx, audit('machine.transfer', uid, caller, machine))
      const { owner } = found
      const label = machineLabel(found)
      await notifyEnded(tx, caller, before, owner, label)
      await sendMachineMessage(tx, caller, { uid: owner, about: 'transferred', machine: label })
      await mailMachineOwner(tx, mail, caller, {
        uid: owner,
        by: uid,
        template: 'machine_transferred',
        machine: label,
      })
    })
    return showMachine(db, machine, uid)
  }

  /** `card`: of a machine without display, for its next claim. It is shown once. */
  async function release(
    session: SessionClaims,
    machine: string,
    caller: Caller,
  ): Promise<{ readonly card: string | null }> {
    const role = await requireOwner(session, machine)
    const { ownership } = role
    await assertRecentAuthentication(db, session, caller)
    const card = createRenewedCard()
    const cardHash = hashRenewedCard(keys, role.sn, card)
    return db.transaction(async tx => {
      const [ended] = await endOwnership(tx, { machine, ownership, card: cardHash })
      if (!ended) throw new ApiError('machine_unknown')
      const { byCard, ...after } = ended
      const before = await endAllRoles(tx, machine, after)
      await writeAudit(tx, audit('machine.release', session.uid, caller, machine))
      const { uid } = session
      await publishMachineEvent(tx, 'machine.released', { uids: [uid], machine, role: null, until: null })
      const label = machineLabel(role)
      await notifyEnded(tx, caller, before, uid, label)
      await mailMachineOwner(tx, mail, caller, { uid, by: uid, template: 'machine_released', machine: label })
      return { card: byCard ? card : null }
    })
  }

  async function reportLost(session: SessionClaims, machine: string, lost: boolean, caller: Caller) {
    const { ownership } = await requireOwner(session, machine)
    await assertRecentAuthentication(db, session, caller)
    await db.transaction(async tx => {
      const [changed] = await (lost ? setLost : clearLost)(tx, { machine, ownership })
      if (!changed) throw new ApiError('machine_unknown')
      await writeAudit(tx, audit(lost ? 'machine.lost' : 'machine.found', session.uid, caller, machine))
      if (lost)
        await publishMachineEvent(tx, 'machine.lost', {
          ...{ uids: [session.uid], machine, role: 'owner', until: null },
        })
    })
  }

  return { offer, cancel, findOpen, accept, release, reportLost }
}

export type HandOver = ReturnType<typeof createHandOver>
