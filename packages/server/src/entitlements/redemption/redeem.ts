/** Redeems a code: exactly once, whatever races, and not by guessing (S-086 to S-091). */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { redeem as endpoint } from '@kerf/contract/endpoints/redemption'
import { foldCode, parseCode } from '@kerf/contract/redemption-code'
import type { SessionRow } from '../../identity/session/session-row.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import type { Database } from '../../platform/db/database.ts'
import { Fault } from '../../platform/errors/api-error.ts'
import { about, type Caller } from '../../platform/http/caller.ts'
import { findFirstAnswer, keepFirstAnswer, type Repeatable } from '../../platform/idempotency/first-answer.ts'
import { seal } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Limiter, Take } from '../../platform/limits/limiter.ts'
import { CODE_SEAL, hashCode, hashRequest } from './code-hash.ts'
import { consumeCode, findCode } from './redemption-store.ts'

type Answer = OutputOf<typeof endpoint>

export interface RedeemDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'redemption'>
  readonly limiter: Limiter
  /** something was granted and committed: apps may be told */
  readonly onGranted: () => void
}

export interface Redeem {
  readonly code: string
  /** whom the page showed, where it says so */
  readonly uid?: string | undefined
}

const CALL = 'exchange.effect'
const HOUR = 3600
const DAY = 24 * HOUR

const calls = (uid: string): Take => ({ key: `redeem:${uid}`, limit: 300, seconds: HOUR })
/** Malformed and unknown codes only. */
const wrongTries = (uid: string, { limitKey }: Caller): readonly Take[] => [
  { key: `redeem.wrong.hour:${uid}`, limit: 10, seconds: HOUR },
  { key: `redeem.wrong.day:${uid}`, limit: 30, seconds: DAY },
  { key: `redeem.wrong.address:${limitKey}`, limit: 60, seconds: DAY },
]

export function createRedeem({ db, keys, limiter, onGranted }: RedeemDependencies) {
  // An account's tries follow each other, so that no burst of guesses passes a limit none of them has reached yet.
  const inTurn = createTurns()

  const refuse = async (uid: string, code: 20301 | 20302 | 20303, caller: Caller): Promise<never> => {
    const reason = code === 20301 ? 'unknown' : code === 20302 ? 'expired' : 'used'
    await writeAudit(db, {
      event: 'redemption.redeem',
      outcome: 'refused',
      uid,
      ...about(caller),
      detail: { reason },
    })
    throw new Fault(code)
  }

  const grant = (uid: string, code: string, first: Repeatable | undefined, caller: Caller) =>
    db.transaction(async tx => {
      const [granted] = await consumeCode(
        tx,
        hashCode(keys.redemption, code),
        uid,
        seal(keys.redemption, code, CODE_SEAL),
      )
      if (!granted) return undefined
      const answer: Answer = {
        benefit: caller.lang === 'zh' ? granted.name_zh : granted.name_en,
        effectTime: granted.at,
        expireTime: granted.expires_at,
      }
      if (first) await keepFirstAnswer(tx, first, answer)
      const detail = { benefit: granted.benefit, batch: granted.batch }
      await writeAudit(tx, { event: 'redemption.redeem', outcome: 'ok', uid, ...about(caller), detail })
      return answer
    })

  async function judge(uid: string, typed: string, first: Repeatable | undefined, caller: Caller) {
    const wrong = wrongTries(uid, caller)
    await limiter.take(...wrong.map(take => ({ ...take, cost: 0 })))
    const code = parseCode(typed)
    if (code === undefined) {
      await limiter.take(...wrong)
      throw new Fault(20301, { fields: { code: 'redemption_code_format' } })
    }
    const answer = await grant(uid, code, first, caller)
    if (answer) return answer
    // The same call may have been under way twice.
    const earlier = first && (await findFirstAnswer<Answer>(db, first))
    if (earlier) return earlier
    const [found] = await findCode(db, hashCode(keys.redemption, code))
    if (!found) {
      await limiter.take(...wrong)
      return refuse(uid, 20301, caller)
    }
    if (found.used) return refuse(uid, 20303, caller)
    if (found.over) return refuse(uid, 20302, caller)
    // Neither: the account was restricted or erased meanwhile.
    throw new Fault(20103)
  }

  /** Throws 20102 for another account than the session's, 20103, 20301 to 20303, 20429. */
  return async function redeem(
    session: SessionRow,
    { code, uid: shown }: Redeem,
    key: string | undefined,
    caller: Caller,
  ): Promise<Answer> {
    const { uid } = session
    if (shown !== undefined && shown.toLowerCase() !== uid)
      throw new Fault(20102, { fields: { uid: 'invalid' } })
    await limiter.take(calls(uid))
    const first = key && { uid, call: CALL, key, request: hashRequest(keys.redemption, foldCode(code)) }
    const earlier = first && (await findFirstAnswer<Answer>(db, first))
    if (earlier) return earlier
    if (session.status !== 'active') throw new Fault(20103)
    const answer = await inTurn(uid, () => judge(uid, code, first || undefined, caller))
    onGranted()
    return answer
  }
}
