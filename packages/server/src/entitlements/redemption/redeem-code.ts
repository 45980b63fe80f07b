/** Redeems a code for an account, exactly once whatever races for it. Limits guessing (S-087 to S-091). */

import type { OutputOf } from '@kerf/contract/endpoint'
import type { redeem as endpoint } from '@kerf/contract/endpoints/redemption'
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import { normalizeRedemptionCode, parseRedemptionCode } from '@kerf/contract/redemption-code'
import type { HumanCheck, SessionClaims } from '../../identity/index.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  findStoredAnswer,
  type IdempotentCall,
  storeAnswer,
} from '../../platform/idempotency/idempotent-call.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import { isOverLimit, type RateLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { publishBenefitEvent } from '../benefit/publish-benefit-event.ts'
import { findCodeState, redeemUnusedCode } from './code-store.ts'
import { hashRedemptionCode, hashRedemptionRequest, REDEMPTION_CODE_ENCRYPTION_CONTEXT } from './hash-code.ts'
import { insertRedemption, lockActiveAccount } from './redemption-store.ts'

/** The benefit in the caller's language, and its period in unix seconds. */
type BenefitGrant = OutputOf<typeof endpoint>

export interface RedeemCodeDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'limiter'> {
  readonly human: HumanCheck
  /** called after a grant is committed */
  readonly onGranted: () => void
}

export interface RedeemCodeInput {
  readonly code: string
  /** the account that the page showed, if it sends one */
  readonly uid?: string | undefined
  /** of the human check, if the address needs one */
  readonly ticket?: string | undefined
}

/** Stored with every idempotent call. */
export const REDEEM_CALL = 'exchange.effect'

const callLimit = (uid: string): RateLimit => ({ key: `redeem:${uid}`, limit: 300, seconds: HOUR_SECONDS })
/** Count malformed and unknown codes only. */
const accountLimits = (uid: string): readonly RateLimit[] => [
  { key: `redeem.wrong.hour:${uid}`, limit: 10, seconds: HOUR_SECONDS },
  { key: `redeem.wrong.day:${uid}`, limit: 30, seconds: DAY_SECONDS },
]
/** Past the first limit people behind one address pass a human check; past the second the address is refused (S-087). */
const WRONG_CODES_PER_ADDRESS = { limit: 60, seconds: DAY_SECONDS }
const CHECKED_CODES_PER_ADDRESS = { limit: 600, seconds: DAY_SECONDS }
const addressLimitsOf = (caller: Caller) => ({
  unchecked: addressLimits('redeem.wrong.address', caller, WRONG_CODES_PER_ADDRESS),
  checked: addressLimits('redeem.checked.address', caller, CHECKED_CODES_PER_ADDRESS),
})
/** How much an account may use up, by the start of the key: for operators. */
export const REDEMPTION_LIMITS: Readonly<Record<string, number>> = Object.fromEntries(
  [callLimit(''), ...accountLimits('')].map(({ key, limit }) => [key.slice(0, -1), limit]),
)
const withoutCounting = (limits: readonly RateLimit[]): RateLimit[] =>
  limits.map(limit => ({ ...limit, cost: 0 }))

const AUDIT_REASONS = {
  invalid_redemption_code: 'unknown',
  expired_redemption_code: 'expired',
  used_redemption_code: 'used',
} as const
type RedemptionError = keyof typeof AUDIT_REASONS

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

export function createRedeemCode({ db, keys, limiter, human, onGranted }: RedeemCodeDependencies) {
  // One attempt per account at a time: a burst of parallel guesses would pass a limit that none of them has reached yet.
  const attempts = new KeyedMutex()

  const refuse = async (uid: string, errorName: RedemptionError, caller: Caller): Promise<never> => {
    await writeAudit(db, {
      event: 'redemption.redeem',
      outcome: 'refused',
      uid,
      ...auditContext(caller),
      detail: { reason: AUDIT_REASONS[errorName] },
    })
    throw new ApiError(errorName)
  }

  /**
   * Redeems the code and stores the grant, its event, the answer and the audit row in one transaction.
   * undefined: the code cannot be redeemed. Throws `restricted` when the account is no longer active.
   */
  const grantBenefit = (uid: string, code: string, call: IdempotentCall | undefined, caller: Caller) =>
    db.transaction(async tx => {
      const [[account], [redeemed]] = await Promise.all([
        lockActiveAccount(tx, { uid }),
        redeemUnusedCode(tx, { hash: hashRedemptionCode(keys.redemption, code) }),
      ])
      if (!redeemed) return undefined
      if (!account) throw new ApiError('restricted')
      const { batch, benefit, days, redeemed_at: at } = redeemed
      const expiresAt = days === 0 ? null : new Date(at.getTime() + days * DAY_SECONDS * 1000)
      const grant: BenefitGrant = {
        benefit: caller.lang === 'zh' ? redeemed.name_zh : redeemed.name_en,
        effectTime: unixSeconds(at),
        expireTime: expiresAt ? unixSeconds(expiresAt) : 0,
      }
      const encryptedCode = encrypt(keys.redemption, code, REDEMPTION_CODE_ENCRYPTION_CONTEXT)
      await Promise.all([
        insertRedemption(tx, { uid, benefit, code: encryptedCode, at, expiresAt }),
        publishBenefitEvent(tx, { uid, benefit, at, expiresAt }, redeemed.apps),
        call && storeAnswer(tx, call, grant),
        writeAudit(tx, {
          event: 'redemption.redeem',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail: { benefit, batch },
        }),
      ])
      return grant
    })

  /** Checks the limits of wrong codes, and asks for a human check where the address needs one. */
  async function startAttempt(uid: string, ticket: string | undefined, caller: Caller) {
    const ofAddress = addressLimitsOf(caller)
    await limiter.consume(...withoutCounting([...accountLimits(uid), ...ofAddress.checked]))
    const isChecked = await limiter.consume(...withoutCounting(ofAddress.unchecked)).then(
      () => false,
      async (error: unknown) => {
        if (!isOverLimit(error)) throw error
        await human.require(ticket)
        return true
      },
    )
    return {
      /** Counts a wrong code. Of parallel ones past the limit, the answer is that a human check is needed. */
      async count(): Promise<void> {
        await limiter.consume(...accountLimits(uid), ...(isChecked ? ofAddress.checked : []))
        if (isChecked) return
        await limiter.consume(...ofAddress.unchecked).catch((error: unknown) => {
          throw isOverLimit(error) ? new ApiError('human_verification_required') : error
        })
      },
    }
  }

  /** Grants the benefit or throws the reason why the code cannot be redeemed. */
  async function attempt(
    uid: string,
    { code: typed, ticket }: RedeemCodeInput,
    call: IdempotentCall | undefined,
    caller: Caller,
  ) {
    const wrongCode = await startAttempt(uid, ticket, caller)
    const code = parseRedemptionCode(typed)
    if (code === undefined) {
      await wrongCode.count()
      throw new ApiError('invalid_redemption_code', { fields: { code: 'redemption_code_format' } })
    }
    const grant = await grantBenefit(uid, code, call, caller)
    if (grant) return grant
    // The same call may run in another process at the same time: this one then returns the answer of that one.
    const earlier = call && (await findStoredAnswer<BenefitGrant>(db, call))
    if (earlier) return earlier
    const [state] = await findCodeState(db, { hash: hashRedemptionCode(keys.redemption, code) })
    if (!state) {
      await wrongCode.count()
      return refuse(uid, 'invalid_redemption_code', caller)
    }
    if (state.used) return refuse(uid, 'used_redemption_code', caller)
    if (state.expired) return refuse(uid, 'expired_redemption_code', caller)
    throw new ApiError('restricted')
  }

  /**
   * Throws `authority` for another account than the session's, `restricted`, `invalid_redemption_code`,
   * 'expired_redemption_code', 'used_redemption_code', 'too_many_requests', and the errors of the human check.
   */
  return async function redeemCode(
    session: SessionClaims,
    input: RedeemCodeInput,
    idempotencyKey: string | undefined,
    caller: Caller,
  ): Promise<BenefitGrant> {
    const { uid } = session
    const { code, uid: shownUid } = input
    if (shownUid !== undefined && shownUid.toLowerCase() !== uid)
      throw new ApiError('authority', { fields: { uid: 'invalid' } })
    await limiter.consume(callLimit(uid))
    const call: IdempotentCall | undefined = idempotencyKey
      ? {
          uid,
          call: REDEEM_CALL,
          key: idempotencyKey,
          request: hashRedemptionRequest(keys.redemption, normalizeRedemptionCode(code)),
        }
      : undefined
    const earlier = call && (await findStoredAnswer<BenefitGrant>(db, call))
    if (earlier) return earlier
    if (session.status !== 'active') throw new ApiError('restricted')
    const grant = await attempts.runExclusive(uid, () => attempt(uid, input, call, caller))
    onGranted()
    return grant
  }
}

export type RedeemCode = ReturnType<typeof createRedeemCode>
