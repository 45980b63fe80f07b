/** Joining a workshop by its code, which always waits for the approval of an admin. */
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import { JOIN_CODE_TTL_DAYS, WORKSHOP_MEMBERS_MAX, WORKSHOPS_MAX } from '@kerf/contract/machines/workshops'
import { lockAgainstErasure, type SessionClaims } from '../../identity/index.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { displayName } from '../machine/describe-machine.ts'
import { sendWorkshopMessage } from '../machine/notify-people.ts'
import { lockAsAdmin } from '../machine/workshop-rights.ts'
import { findMember, listAdmins, listMembers, lockWorkshop } from '../machine/workshop-rights-store.ts'
import { createJoinCode, hashJoinCode } from './join-code.ts'
import {
  endJoinCode,
  findJoinable,
  findJoinRoute,
  insertMember,
  linkWorkshop,
  listWorkshopIds,
  nextMemberNumber,
  routeJoinCode,
  setJoinCode,
} from './workshop-store.ts'

const CODES_PER_HOUR = 20
const TRIES_PER_DAY = 300
/** Each is a message to all admins, also of somebody who leaves and asks again. */
const REQUESTS_PER_DAY = 30

type Dependencies = Pick<PlatformServices, 'db' | 'limiter'> & {
  /** page that accepts a code */
  readonly joinUrl: (lang: Caller['lang'], code: string) => string
}

export function createJoining({ db, limiter, joinUrl }: Dependencies) {
  /** Replaces the earlier code of the workshop. */
  async function invite({ uid, status }: SessionClaims, workshop: string, caller: Caller) {
    if (status !== 'active') throw new ApiError('restricted')
    await limiter.consume({ key: `workshop.code:${uid}`, limit: CODES_PER_HOUR, seconds: HOUR_SECONDS })
    const id = randomHandle()
    const { code, hash } = createJoinCode()
    const expireTime = await db.transaction(async tx => {
      await lockAsAdmin(tx, workshop, uid)
      const stored = { workshop, hash, days: JOIN_CODE_TTL_DAYS }
      const [set] = await setJoinCode(tx, { id, ...stored })
      await routeJoinCode(tx, stored)
      const audit = { event: 'workshop.invite', outcome: 'ok', uid, ...auditContext(caller) } as const
      await writeAudit(tx, { ...audit, detail: { workshop, invitation: id } })
      return set?.expire ?? 0
    })
    return { id, code, url: joinUrl(caller.lang, code), expireTime }
  }

  async function withdraw({ uid }: SessionClaims, workshop: string, id: string, caller: Caller) {
    await db.transaction(async tx => {
      await lockAsAdmin(tx, workshop, uid)
      await endJoinCode(tx, { workshop, id })
      const audit = { event: 'workshop.uninvite', outcome: 'ok', uid, ...auditContext(caller) } as const
      await writeAudit(tx, { ...audit, detail: { workshop, invitation: id } })
    })
  }

  /** Throws `workshop_code_invalid` for every reason. */
  async function findByCode(uid: string, code: string) {
    await limiter.consume({ key: `workshop.join:${uid}`, limit: TRIES_PER_DAY, seconds: DAY_SECONDS })
    const hash = hashJoinCode(code)
    const [route] = await findJoinRoute(db, { hash })
    const [found] = route ? await findJoinable(db, { ...route, hash, uid }) : []
    if (!route || !found) throw new ApiError('workshop_code_invalid')
    return { ...route, ...found, hash }
  }

  async function describe({ uid }: SessionClaims, code: string) {
    const { workshop, name, expire } = await findByCode(uid, code)
    const admins = await listAdmins(db, { workshop })
    const names = await Promise.all(admins.map(async admin => (await displayName(db, admin.uid)).name))
    return { name, admins: names, expireTime: expire }
  }

  /** `waiting` false: the account is a member already. */
  async function join({ uid, status }: SessionClaims, code: string, caller: Caller) {
    if (status !== 'active') throw new ApiError('restricted')
    const { workshop, name, hash } = await findByCode(uid, code)
    await limiter.consume({ key: `workshop.ask:${uid}`, limit: REQUESTS_PER_DAY, seconds: DAY_SECONDS })
    return db.transaction(async tx => {
      const [locked] = await lockWorkshop(tx, { workshop })
      const [account] = await lockAgainstErasure(tx, { uid })
      // A removal, and a new code, that came first are seen here.
      const [open] = locked ? await findJoinable(tx, { workshop, hash, uid }) : []
      if (!account || !open) throw new ApiError('workshop_code_invalid')
      const [known] = await findMember(tx, { workshop, uid })
      if (known) return { waiting: known.waiting }
      const [members, own] = [await listMembers(tx, { workshop }), await listWorkshopIds(tx, { uid })]
      if (members.length >= WORKSHOP_MEMBERS_MAX || own.length >= WORKSHOPS_MAX)
        throw new ApiError('workshop_limit')
      const [next] = await nextMemberNumber(tx, { workshop })
      if (!next) throw new ApiError('workshop_code_invalid')
      const given = { workshop, uid, handle: randomHandle(), role: 'member', waiting: true } as const
      await insertMember(tx, { ...given, ...next })
      await linkWorkshop(tx, { workshop, uid })
      const audit = { event: 'workshop.join', outcome: 'ok', uid, ...auditContext(caller) } as const
      await writeAudit(tx, { ...audit, detail: { workshop } })
      const person = (await displayName(tx, uid)).name
      for (const admin of members.filter(({ role }) => role === 'admin'))
        await sendWorkshopMessage(tx, caller, { uid: admin.uid, about: 'waiting', workshop: name, person })
      return { waiting: true }
    })
  }

  return { invite, withdraw, describe, join }
}

export type Joining = ReturnType<typeof createJoining>
