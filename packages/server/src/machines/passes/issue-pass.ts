/** Passes: a trained person may start a machine without a network (S-166). */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { endOfPass } from '@kerf/contract/machines/passes'
import { loadLineKey } from '../../entitlements/index.ts'
import type { SessionClaims } from '../../identity/index.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { assertTimeTrusted } from '../../platform/db/database-clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { displayName, requireRole } from '../machine/describe-machine.ts'
import { deriveMachineKeys } from '../machine/machine-keys.ts'
import { findDevice } from '../machine/machine-store.ts'
import { trainingFor } from '../machine/training-demand.ts'
import { encodePass, REMOVED_MEMBERS_MAX, toBase45 } from './pass-format.ts'
import { findPassLimit, findPassRights, recordPass, setPassLimit } from './pass-store.ts'
import { renewPasses } from './renew-passes.ts'

const PASSES_PER_HOUR = 60

/** Of at most three words. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(word => /^\p{L}/u.test(word))
    .slice(0, 3)
    .map(word => [...word][0]?.toUpperCase())
    .join('')

export interface PassDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'limiter' | 'clock'> {
  /** page where the missing course is taken */
  readonly courseUrl: (lang: Caller['lang']) => string
}

export function createPasses({ db, keys, limiter, clock, courseUrl }: PassDependencies) {
  async function findPassKey(sn: string): Promise<Buffer> {
    const [device] = await findDevice(db, { sn })
    if (!device || device.generation === 0) throw new ApiError('machine_pass_unavailable')
    const { line, key_version, generation } = device
    return deriveMachineKeys(await loadLineKey(db, keys.wrapping, line, key_version), { sn, generation }).pass
  }

  /** Throws `machine_training_missing`; `system` while the time is doubtful, as a wrong `iat` would set the time of the machine. */
  async function issue(
    session: SessionClaims,
    machine: string,
    wish: { readonly days?: number | undefined; readonly name?: string | undefined },
    caller: Caller,
  ): Promise<{ pass: string; expireTime: number }> {
    const { uid, status } = session
    if (status !== 'active') throw new ApiError('restricted')
    await limiter.consume({ key: `machine.pass:${uid}`, limit: PASSES_PER_HOUR, seconds: HOUR_SECONDS })
    await assertTimeTrusted(clock)
    const { sn, line, ownership, until } = await requireRole(db, machine, uid)
    const [key, training, [limit]] = await Promise.all([
      findPassKey(sn),
      trainingFor(db, uid, line),
      findPassLimit(db, { machine, ownership }),
    ])
    // Each try counts towards the limit above, so there is an end.
    const again = () => issue(session, machine, wish, caller)
    if (!limit) return again()
    if (!training.trained)
      throw new ApiError('machine_training_missing', {
        data: { course: training.course, url: courseUrl(caller.lang) },
      })
    const issuedAt = Math.floor((await clock.now()) / 1_000)
    const end = endOfPass(issuedAt, {
      requestedDays: wish.days,
      maximum: limit.days,
      until,
      trainedUntil: training.until,
    })
    const name = wish.name ?? initialsOf((await displayName(db, uid)).name)
    let isListFull = false
    const bytes = await db.transaction(async tx => {
      const [recorded] = await recordPass(tx, { machine, uid, ownership, end })
      const [state] = await findPassRights(tx, { machine, ownership })
      // The passes were renewed meanwhile, or the role has ended.
      if (!recorded || !state) return undefined
      const { removed } = state
      // A removal renews by itself. Deleted accounts are listed without a limit.
      isListFull = removed.length > REMOVED_MEMBERS_MAX
      if (isListFull) return undefined
      await writeAudit(tx, {
        event: 'machine.pass',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { machine, member: recorded.member, until: end },
      })
      const rights = { ownership: Number(ownership), rights: Number(state.rights), removed }
      return encodePass(key, { end, issuedAt, ...rights, member: recorded.member, name })
    })
    // In a transaction of its own: a change of the machine locks its row before those of roles.
    if (isListFull) await db.transaction(tx => renewPasses(tx, { machine, ownership }))
    return bytes ? { pass: toBase45(bytes), expireTime: end } : again()
  }

  async function limitDays(session: SessionClaims, machine: string, days: number, caller: Caller) {
    const { uid, status } = session
    if (status !== 'active') throw new ApiError('restricted')
    const { ownership } = await requireRole(db, machine, uid, ['owner'])
    await db.transaction(async tx => {
      const [limited] = await setPassLimit(tx, { machine, ownership, days })
      if (!limited) throw new ApiError('machine_unknown')
      await writeAudit(tx, {
        event: 'machine.pass_limit',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { machine, days },
      })
    })
  }

  return { issue, limitDays }
}

export type Passes = ReturnType<typeof createPasses>
