/** People of a machine: invitations, their acceptance, removal (S-160, S-161, S-163). */
import type { InputOf, OutputOf } from '@kerf/contract/endpoint'
import { DAY_SECONDS } from '@kerf/contract/limits'
import {
  INVITATION_TTL_DAYS,
  type inviteToMachine,
  type listMachinePeople,
  type removeMachinePerson,
} from '@kerf/contract/machines/machines'
import { canonicalEmail, findAccount, lockAgainstErasure, type SessionClaims } from '../../identity/index.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import {
  describeOwner,
  displayName,
  lockRole,
  type MachineView,
  requireRole,
  showMachine,
} from '../machine/describe-machine.ts'
import { linkAccount, listOwners, ownsMachine } from '../machine/machine-store.ts'
import { machineLabel, sendMachineMessage } from '../machine/notify-people.ts'
import { trainingFor } from '../machine/training-demand.ts'
import { endRole } from './end-role.ts'
import { createOfferCode, readOfferCode } from './offer-code.ts'
import {
  approveRole,
  countRoles,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  insertRole,
  listInvitations,
  listPeople,
  nextMember,
  type OpenInvitation,
  raiseRights,
  removeRole,
  useInvitation,
} from './sharing-store.ts'

const OPEN_INVITATIONS_MAX = 50
export const PEOPLE_MAX = 500

type ShareDependencies = Pick<PlatformServices, 'db' | 'limiter' | 'clock'> & {
  /** page that accepts an offer */
  readonly joinUrl: (lang: Caller['lang'], code: string) => string
}

export function createSharing({ db, limiter, clock, joinUrl }: ShareDependencies) {
  /** Of a person or an invitation. The database refuses some characters. */
  function assertHandle(handle: string): void {
    if (!/^[\w-]{1,64}$/.test(handle)) throw new ApiError('machine_unknown')
  }

  /** A guess of a secret is hopeless; the limit bounds the load. */
  const assertTries = (uid: string): Promise<void> =>
    limiter.consume({ key: `machine.offer:${uid}`, limit: 300, seconds: DAY_SECONDS })

  function assertActive(session: SessionClaims): void {
    if (session.status !== 'active') throw new ApiError('restricted')
  }

  async function listOf(uid: string, machine: string): Promise<OutputOf<typeof listMachinePeople>> {
    const role = await requireRole(db, machine, uid)
    const { ownership } = role
    const manages = role.role !== 'operator'
    const [people, invitations] = await Promise.all([
      listPeople(db, { machine, ownership }),
      manages ? listInvitations(db, { machine, ownership }) : [],
    ])
    const visible = people.filter(one => manages || one.role === 'owner' || one.uid === uid)
    return {
      people: await Promise.all(
        visible.map(async one => ({
          handle: one.handle,
          name: (await displayName(db, one.uid)).name,
          role: one.role,
          until: manages || one.uid === uid ? one.until : null,
          mayStart:
            manages || one.uid === uid
              ? !one.waiting && (await trainingFor(db, one.uid, role.line)).trained
              : null,
          self: one.uid === uid,
          waiting: one.waiting,
          admin: one.admin,
          passUntil: manages ? one.passUntil : null,
        })),
      ),
      owner: await describeOwner(db, role),
      invitations: invitations.map(({ expire, ...one }) => ({ ...one, expireTime: expire })),
    }
  }

  async function invite(
    session: SessionClaims,
    machine: string,
    input: InputOf<typeof inviteToMachine>,
    caller: Caller,
  ) {
    assertActive(session)
    const by = await requireRole(db, machine, session.uid, ['owner', 'manager'])
    if (!ownsMachine(by) && input.role !== 'operator') throw new ApiError('authority')
    const until = input.until ?? null
    if (until !== null && until * 1_000 <= (await clock.now()))
      throw new ApiError('bad_request', { fields: { until: 'invalid' } })
    // Without it the invitation would be a link.
    const canonical = input.email === undefined ? null : canonicalEmail(input.email)
    if (canonical === undefined) throw new ApiError('bad_request', { fields: { email: 'email_invalid' } })
    const uses = input.email === undefined ? (input.uses ?? 1) : 1
    const id = randomHandle()
    const { code, hash } = createOfferCode(machine)
    const expire = await db.transaction(async tx => {
      const [stored] = await insertInvitation(tx, {
        machine,
        id,
        hash,
        role: input.role,
        ownership: by.ownership,
        until,
        email: input.email ?? null,
        canonical,
        uses,
        approval: uses > 1,
        invitedBy: by.member,
        days: INVITATION_TTL_DAYS,
        max: OPEN_INVITATIONS_MAX,
      })
      if (!stored) throw new ApiError('machine_limit')
      await writeAudit(tx, {
        event: 'machine.invite',
        outcome: 'ok',
        uid: session.uid,
        ...auditContext(caller),
        detail: { machine, invitation: id, role: input.role, uses },
      })
      return stored.expire
    })
    return { id, code, url: joinUrl(caller.lang, code), expireTime: expire }
  }

  /** Throws `machine_offer_invalid` for every reason: what an address does not have, it does not learn. */
  async function findOpen(uid: string, code: string): Promise<OpenInvitation & { readonly machine: string }> {
    const { machine, hash } = readOfferCode(code)
    const [found] = await findInvitation(db, { machine, hash, uid })
    if (!found) throw new ApiError('machine_offer_invalid')
    if (found.canonical !== null) {
      const [account] = await findAccount(db, { uid })
      if (account?.kind !== 'personal' || canonicalEmail(account.email) !== found.canonical)
        throw new ApiError('machine_offer_invalid')
    }
    return { ...found, machine }
  }

  async function accept(
    session: SessionClaims,
    code: string,
    caller: Caller,
  ): Promise<{ machine: MachineView } | { waiting: true }> {
    assertActive(session)
    const { uid } = session
    await assertTries(uid)
    const found = await findOpen(uid, code)
    const { machine, ownership, id, role, until, approval } = found
    return db.transaction(async tx => {
      const [next] = await nextMember(tx, { machine, ownership })
      const [account] = await lockAgainstErasure(tx, { uid })
      // The machine is locked: a removal that came first is seen here.
      const [open] = await findInvitation(tx, { ...readOfferCode(code), uid })
      const [used] = await useInvitation(tx, { machine, id, ownership })
      const [counted] = await countRoles(tx, { machine, ownership })
      if (!account || !next || !open || !used) throw new ApiError('machine_offer_invalid')
      if ((counted?.roles ?? 0) >= PEOPLE_MAX) throw new ApiError('machine_limit')
      const given = { machine, uid, member: next.member, handle: randomHandle(), role, ownership, until }
      const [stored] = await insertRole(tx, { ...given, waiting: approval, invitation: id })
      await linkAccount(tx, { uid, machine })
      await writeAudit(tx, {
        event: 'machine.join',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { machine, invitation: id, role, waiting: stored?.waiting ?? false },
      })
      const isWaiting = stored?.waiting ?? false
      if (stored && !isWaiting)
        await publishMachineEvent(tx, 'machine.shared', { uids: [uid], machine, role, until })
      const person = (await displayName(tx, uid)).name
      for (const owner of stored ? await listOwners(tx, { machine }) : [])
        await sendMachineMessage(tx, caller, {
          uid: owner.uid,
          about: isWaiting ? 'waiting' : 'joined',
          machine: machineLabel(found),
          person,
        })
      // Afterwards the person may have been removed again.
      return isWaiting ? { waiting: true } : { machine: await showMachine(tx, machine, uid) }
    })
  }

  async function approve(session: SessionClaims, machine: string, handle: string, caller: Caller) {
    assertActive(session)
    assertHandle(handle)
    const by = await requireRole(db, machine, session.uid, ['owner', 'manager'])
    await db.transaction(async tx => {
      const isOwner = ownsMachine(by)
      const [approved] = await approveRole(tx, { machine, handle, ownership: by.ownership, isOwner })
      if (!approved) throw new ApiError('machine_offer_invalid')
      const { uid, role, until } = approved
      await publishMachineEvent(tx, 'machine.shared', { uids: [uid], machine, role, until })
      const audit = {
        event: 'machine.approve',
        outcome: 'ok',
        uid: session.uid,
        ...auditContext(caller),
      } as const
      await writeAudit(tx, { ...audit, detail: { machine, handle } })
    })
  }

  async function withdraw(session: SessionClaims, machine: string, id: string, caller: Caller) {
    assertHandle(id)
    await db.transaction(async tx => {
      const by = await lockRole(tx, machine, session.uid, ['owner', 'manager'])
      await deleteInvitation(tx, {
        machine,
        id,
        ownership: by.ownership,
        mayEndManagers: ownsMachine(by),
      })
      const audit = {
        event: 'machine.uninvite',
        outcome: 'ok',
        uid: session.uid,
        ...auditContext(caller),
      } as const
      await writeAudit(tx, { ...audit, detail: { machine, invitation: id } })
    })
  }

  /** Removes a person, or leaves with the own handle. The rights version grows in the same transaction. */
  async function remove(
    session: SessionClaims,
    machine: string,
    handle: string,
    caller: Caller,
  ): Promise<OutputOf<typeof removeMachinePerson>> {
    assertHandle(handle)
    const by = await requireRole(db, machine, session.uid)
    const leaves = by.handle === handle
    if (!leaves && by.role === 'operator') throw new ApiError('authority')
    // Otherwise the machine would be left without an owner by mistake. An admin leaves the workshop.
    if (leaves && ownsMachine(by)) throw new ApiError('authority')
    const { ownership } = by
    const now = (await clock.now()) / 1_000
    return db.transaction(async tx => {
      const [raised] = await raiseRights(tx, { machine, ownership })
      const mayRemoveManagers = leaves || ownsMachine(by)
      const [removed] = await removeRole(tx, { machine, handle, ownership, mayRemoveManagers })
      if (!raised || !removed) throw new ApiError('machine_unknown')
      const { uid } = removed
      const ended = await endRole(tx, { machine, ownership, ...raised }, removed, { now, bar: !leaves })
      if (!leaves) await sendMachineMessage(tx, caller, { uid, about: 'ended', machine: machineLabel(by) })
      await writeAudit(tx, {
        event: leaves ? 'machine.leave' : 'machine.remove',
        outcome: 'ok',
        uid: session.uid,
        ...auditContext(caller),
        detail: { machine, handle },
      })
      return ended
    })
  }

  return { listOf, invite, findOpen, accept, approve, withdraw, remove }
}

export type Sharing = ReturnType<typeof createSharing>
