/** Approves, promotes and removes members of a workshop, who may also leave it, and shares its machines with them (S-160, S-163). */
import type { InputOf } from '@kerf/contract/endpoint'
import { type shareWithWorkshopMember, WORKSHOP_ADMINS_MAX } from '@kerf/contract/machines/workshops'
import { assertRecentAuthentication, type SessionClaims } from '../../identity/index.ts'
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { displayName } from '../machine/describe-machine.ts'
import { findOwnedMachine, linkAccount, nextMember } from '../machine/machine-store.ts'
import { machineLabel, mailAdmin, sendMachineMessage, sendWorkshopMessage } from '../machine/notify-people.ts'
import { addAdminToMachine, lockAsAdmin, lockAsMember } from '../machine/workshop-rights.ts'
import {
  listAdmins,
  listMembers,
  listWorkshopMachines,
  type MemberRow,
} from '../machine/workshop-rights-store.ts'
import { PEOPLE_MAX } from '../sharing/share-machine.ts'
import { countRoles, insertRole } from '../sharing/sharing-store.ts'
import { startAct } from '../sharing/start-act.ts'
import { auditWorkshop } from './audit-workshop.ts'
import { requireMember } from './describe-workshops.ts'
import { type EndedPasses, endMembership } from './end-membership.ts'
import { approveMember, promoteMember } from './workshop-store.ts'

/** Throws `workshop_unknown`. In a transaction that has locked the workshop. */
async function requireHandle(tx: Queryable, workshop: string, handle: string): Promise<MemberRow> {
  const found = (await listMembers(tx, { workshop })).find(member => member.handle === handle)
  if (!found) throw new ApiError('workshop_unknown')
  return found
}

export function createMembers({ db, mail, clock }: Pick<PlatformServices, 'db' | 'mail' | 'clock'>) {
  async function approve({ uid, status }: SessionClaims, workshop: string, handle: string, caller: Caller) {
    if (status !== 'active') throw new ApiError('restricted')
    await db.transaction(async tx => {
      const { name } = await lockAsAdmin(tx, workshop, uid)
      const found = await requireHandle(tx, workshop, handle)
      const [approved] = await approveMember(tx, { workshop, handle: found.handle })
      if (!approved) throw new ApiError('workshop_unknown')
      await auditWorkshop(tx, 'workshop.approve', uid, caller, { workshop, handle })
      await sendWorkshopMessage(tx, caller, { uid: approved.uid, about: 'approved', workshop: name })
    })
  }

  /** All admins learn of it. */
  async function makeAdmin(session: SessionClaims, workshop: string, handle: string, caller: Caller) {
    const { uid, status } = session
    if (status !== 'active') throw new ApiError('restricted')
    await requireMember(db, workshop, uid)
    await assertRecentAuthentication(db, session, caller)
    await db.transaction(async tx => {
      const { name } = await lockAsAdmin(tx, workshop, uid)
      const found = await requireHandle(tx, workshop, handle)
      const [promoted] = await promoteMember(tx, { workshop, handle: found.handle })
      if (!promoted) throw new ApiError('workshop_unknown')
      const admins = await listAdmins(tx, { workshop })
      if (admins.length > WORKSHOP_ADMINS_MAX) throw new ApiError('workshop_limit')
      const addTo = async (machine: string): Promise<void> => {
        if (!(await addAdminToMachine(tx, { workshop, machine, uid: promoted.uid }))) return
        const given = { uids: [promoted.uid], machine, role: 'manager', until: null }
        await publishMachineEvent(tx, 'machine.shared', given)
      }
      // Up to 200: their statements are sent together, and lock the machines in the order of the list.
      await Promise.all((await listWorkshopMachines(tx, { workshop })).map(({ machine }) => addTo(machine)))
      await auditWorkshop(tx, 'workshop.make_admin', uid, caller, { workshop, handle })
      const person = (await displayName(tx, promoted.uid)).name
      for (const admin of admins) {
        await sendWorkshopMessage(tx, caller, { uid: admin.uid, about: 'admin', workshop: name, person })
        const about = { template: 'workshop_admin', about: person, workshop: name } as const
        await mailAdmin(tx, mail, caller, { uid: admin.uid, by: uid, ...about })
      }
    })
  }

  /** A role on a machine for a member, who has agreed to be seen by joining. Never lowers a role. */
  async function share(
    { uid, status }: SessionClaims,
    target: { readonly workshop: string; readonly handle: string },
    { machine, role, until = null }: InputOf<typeof shareWithWorkshopMember>,
    caller: Caller,
  ) {
    if (status !== 'active') throw new ApiError('restricted')
    const { workshop, handle } = target
    if (until !== null && until * 1_000 <= (await clock.now()))
      throw new ApiError('bad_request', { fields: { until: 'invalid' } })
    await db.transaction(async tx => {
      await lockAsAdmin(tx, workshop, uid)
      const member = await requireHandle(tx, workshop, handle)
      if (member.waiting) throw new ApiError('workshop_unknown')
      const isId = /^m_[\w-]{22}$/.test(machine)
      const [owned] = isId ? await findOwnedMachine(tx, { machine, workshop }) : []
      const [next] = owned ? await nextMember(tx, { machine, workshop }) : []
      if (!owned || !next) throw new ApiError('machine_unknown')
      const { ownership } = next
      const [counted] = await countRoles(tx, { machine, ownership })
      if ((counted?.roles ?? 0) >= PEOPLE_MAX) throw new ApiError('machine_limit')
      const given = { machine, uid: member.uid, handle: randomHandle(), role, until, ...next }
      const [stored] = await insertRole(tx, { ...given, waiting: false, invitation: null })
      await linkAccount(tx, { uid: member.uid, machine })
      await auditWorkshop(tx, 'machine.share', uid, caller, { machine, workshop, handle, role })
      if (!stored) return
      await publishMachineEvent(tx, 'machine.shared', { uids: [member.uid], machine, role, until })
      const label = machineLabel(owned)
      await sendMachineMessage(tx, caller, { uid: member.uid, about: 'shared', machine: label })
    })
  }

  /** Removes a member or refuses who waits, at once; an admin after 48 hours. The own handle leaves. */
  async function remove(
    session: SessionClaims,
    workshop: string,
    handle: string,
    caller: Caller,
  ): Promise<{ readonly effectTime: number | null } & Partial<EndedPasses>> {
    const { uid } = session
    const now = await isRecent(session, caller)
    return db.transaction(async tx => {
      const { name, me } = await lockAsMember(tx, workshop, uid)
      if (me.handle === handle) {
        if (me.role === 'admin' && (await listAdmins(tx, { workshop })).length < 2)
          throw new ApiError('workshop_only_admin')
        const person = (await displayName(tx, uid)).name
        await endMembership(tx, mail, me, { workshop, name, person, by: uid }, { actor: caller, bar: false })
        await auditWorkshop(tx, 'workshop.leave', uid, caller, { workshop })
        return { effectTime: null }
      }
      if (me.role !== 'admin') throw new ApiError('workshop_unknown')
      const member = await requireHandle(tx, workshop, handle)
      const person = (await displayName(tx, member.uid)).name
      if (member.role === 'admin') {
        if (session.status !== 'active') throw new ApiError('restricted')
        now()
        const act = { kind: 'remove', subject: String(member.member), name: person } as const
        const effectTime = await startAct(tx, mail, { workshop, name, me }, act, caller)
        return { effectTime: effectTime ?? null }
      }
      const leaving = { workshop, name, person, by: uid }
      const passes = await endMembership(tx, mail, member, leaving, { actor: caller, bar: true })
      await auditWorkshop(tx, 'workshop.remove', uid, caller, { workshop, handle })
      return { effectTime: null, ...passes }
    })
  }

  /** Read before the transaction. The returned function throws `proof_required` where the change needs it. */
  const isRecent = async (session: SessionClaims, caller: Caller): Promise<() => void> => {
    try {
      await assertRecentAuthentication(db, session, caller)
      return () => undefined
    } catch (error) {
      return () => {
        throw error
      }
    }
  }

  return { approve, makeAdmin, share, remove }
}

export type Members = ReturnType<typeof createMembers>
