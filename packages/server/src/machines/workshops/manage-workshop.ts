/** Creates, names and dissolves workshops, and stops what an admin has started. */
import { randomBytes } from 'node:crypto'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { WORKSHOPS_MAX } from '@kerf/contract/machines/workshops'
import { assertRecentAuthentication, lockAgainstErasure, type SessionClaims } from '../../identity/index.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { displayName } from '../machine/describe-machine.ts'
import { sendWorkshopMessage } from '../machine/notify-people.ts'
import { lockAsAdmin } from '../machine/workshop-rights.ts'
import { listAdmins } from '../machine/workshop-rights-store.ts'
import { deleteAct } from '../sharing/act-store.ts'
import { startAct } from '../sharing/start-act.ts'
import { auditWorkshop } from './audit-workshop.ts'
import { requireMember, showWorkshop } from './describe-workshops.ts'
import { endWorkshop } from './end-workshop.ts'
import {
  insertMember,
  insertWorkshop,
  linkWorkshop,
  listWorkshopIds,
  nextMemberNumber,
  setWorkshopName,
} from './workshop-store.ts'

const CREATED_PER_HOUR = 10

export function createWorkshops({ db, limiter, mail }: Pick<PlatformServices, 'db' | 'limiter' | 'mail'>) {
  async function create({ uid, status }: SessionClaims, name: string, caller: Caller) {
    if (status !== 'active') throw new ApiError('restricted')
    await limiter.consume({ key: `workshop.create:${uid}`, limit: CREATED_PER_HOUR, seconds: HOUR_SECONDS })
    const workshop = `w_${randomBytes(16).toString('base64url')}`
    await db.transaction(async tx => {
      const [account] = await lockAgainstErasure(tx, { uid })
      if (!account) throw new ApiError('expired_login')
      if ((await listWorkshopIds(tx, { uid })).length >= WORKSHOPS_MAX) throw new ApiError('workshop_limit')
      await insertWorkshop(tx, { workshop, name })
      const [next] = await nextMemberNumber(tx, { workshop })
      const given = { workshop, uid, handle: randomHandle(), role: 'admin', waiting: false } as const
      await insertMember(tx, { ...given, member: next?.member ?? 1 })
      await linkWorkshop(tx, { workshop, uid })
      await auditWorkshop(tx, 'workshop.create', uid, caller, { workshop })
    })
    const shown = await showWorkshop(db, workshop, uid)
    if (!shown) throw new ApiError('workshop_limit')
    return shown
  }

  async function rename({ uid, status }: SessionClaims, workshop: string, name: string, caller: Caller) {
    if (status !== 'active') throw new ApiError('restricted')
    await db.transaction(async tx => {
      await lockAsAdmin(tx, workshop, uid)
      await setWorkshopName(tx, { workshop, name })
      await auditWorkshop(tx, 'workshop.name', uid, caller, { workshop })
    })
  }

  async function dissolve(
    session: SessionClaims,
    workshop: string,
    caller: Caller,
  ): Promise<{ readonly effectTime: number | null }> {
    const { uid, status } = session
    if (status !== 'active') throw new ApiError('restricted')
    await requireMember(db, workshop, uid)
    await assertRecentAuthentication(db, session, caller)
    return db.transaction(async tx => {
      const locked = await lockAsAdmin(tx, workshop, uid)
      const effectTime = await startAct(tx, mail, locked, { kind: 'dissolve', subject: '', name: '' }, caller)
      if (effectTime !== undefined) return { effectTime }
      await endWorkshop(tx, mail, { workshop, name: locked.name, by: uid }, caller)
      await auditWorkshop(tx, 'workshop.dissolve', uid, caller, { workshop })
      return { effectTime: null }
    })
  }

  async function stopAct({ uid }: SessionClaims, workshop: string, id: string, caller: Caller) {
    await db.transaction(async tx => {
      const { name } = await lockAsAdmin(tx, workshop, uid)
      const [stopped] = /^[\w-]{1,64}$/.test(id) ? await deleteAct(tx, { workshop, id }) : []
      if (!stopped) throw new ApiError('workshop_act_unknown')
      const { kind, subject } = stopped
      await auditWorkshop(tx, 'workshop.stop_act', uid, caller, { workshop, kind, subject })
      const person = (await displayName(tx, uid)).name
      for (const admin of await listAdmins(tx, { workshop }))
        await sendWorkshopMessage(tx, caller, { uid: admin.uid, about: 'stopped', workshop: name, person })
    })
  }

  return { create, rename, dissolve, stopAct }
}

export type Workshops = ReturnType<typeof createWorkshops>
