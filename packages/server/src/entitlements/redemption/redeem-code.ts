/** Redeems a code: exactly once, whatever races, and not by guessing (S-086 to S-091). */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { redeem as endpoint } from '@kerf/contract/endpoints/redemption'
import { normalizeRedemptionCode, parseRedemptionCode } from '@kerf/contract/redemption-code'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { findFirstAnswer, keepFirstAnswer, type Repeatable } from '../../platform/idempotency/first-answer.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Limiter, Take } from '../../platform/limits/limiter.ts'
import { hashRedemptionCode, hashRequest, REDEMPTION_CODE_ENCRYPTION_CONTEXT } from './hash-code.ts'
import { consumeCode, findCodeState } from './redemption-store.ts'

type Answer = OutputOf<typeof endpoint>

export interface RedeemDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'redemption'>
  readonly limiter: Limiter
  /** something was granted and committed: apps may be told */
  readonly onGranted: () => void
}

export interface RedeemInput {
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

const AUDIT_REASONS = {
  invalid_redemption_code: 'unknown',
  expired_redemption_code: 'expired',
  used_redemption_code: 'used',
} as const
type RedemptionError = keyof typeof AUDIT_REASONS

export function createRedeemCode({ db, keys, limiter, onGranted }: RedeemDependencies) {
  // An account's tries follow each other, so that no burst of guesses passes a limit none of them has reached yet.
  const inTurn = createTurns()

  const refuse = async (uid: string, errorName: RedemptionError, caller: Caller): Promise<never> => {
    const reason = AUDIT_REASONS[errorName]
    await writeAudit(db, {
      event: 'redemption.redeem',
      outcome: 'refused',
      uid,
      ...auditContext(caller),
      detail: { reason },
    })
    throw new ApiError(errorName)
  }

  const grant = (uid: string, code: string, first: Repeatable | undefined, caller: Caller) =>
    db.transaction(async tx => {
      const [granted] = await consumeCode(
        tx,
        hashRedemptionCode(keys.redemption, code),
        uid,
        encrypt(keys.redemption, code, REDEMPTION_CODE_ENCRYPTION_CONTEXT),
      )
      if (!granted) return undefined
      const answer: Answer = {
        benefit: caller.lang === 'zh' ? granted.name_zh : granted.name_en,
        effectTime: granted.at,
        expireTime: granted.expires_at,
      }
      if (first) await keepFirstAnswer(tx, first, answer)
      const detail = { benefit: granted.benefit, batch: granted.batch }
      await writeAudit(tx, {
        event: 'redemption.redeem',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail,
      })
      return answer
    })

  async function judge(uid: string, typed: string, first: Repeatable | undefined, caller: Caller) {
    const wrong = wrongTries(uid, caller)
    await limiter.take(...wrong.map(take => ({ ...take, cost: 0 })))
    const code = parseRedemptionCode(typed)
    if (code === undefined) {
      await limiter.take(...wrong)
      throw new ApiError('invalid_redemption_code', { fields: { code: 'redemption_code_format' } })
    }
    const answer = await grant(uid, code, first, caller)
    if (answer) return answer
    // The same call may have been under way twice.
    const earlier = first && (await findFirstAnswer<Answer>(db, first))
    if (earlier) return earlier
    const [found] = await findCodeState(db, hashRedemptionCode(keys.redemption, code))
    if (!found) {
      await limiter.take(...wrong)
      return refuse(uid, 'invalid_redemption_code', caller)
    }
    if (found.used) return refuse(uid, 'used_redemption_code', caller)
    if (found.over) return refuse(uid, 'expired_redemption_code', caller)
    // Neither: the account was restricted or erased meanwhile.
    throw new ApiError('restricted')
  }

  /** Throws 'authority' for another account than the session's, 'restricted', 'invalid_redemption_code' to 'used_redemption_code', 'too_many_requests'. */
  return async function redeem(
    session: SessionClaims,
    { code, uid: shown }: RedeemInput,
    key: string | undefined,
    caller: Caller,
  ): Promise<Answer> {
    const { uid } = session
    if (shown !== undefined && shown.toLowerCase() !== uid)
      throw new ApiError('authority', { fields: { uid: 'invalid' } })
    await limiter.take(calls(uid))
    const first = key && {
      uid,
      call: CALL,
      key,
      request: hashRequest(keys.redemption, normalizeRedemptionCode(code)),
    }
    const earlier = first && (await findFirstAnswer<Answer>(db, first))
    if (earlier) return earlier
    if (session.status !== 'active') throw new ApiError('restricted')
    const answer = await inTurn(uid, () => judge(uid, code, first || undefined, caller))
    onGranted()
    return answer
  }
}
