/** Sign-in of native hosts: verifies the provider's token, then continues as after a callback (S-067). */
import { ERRORS, type ErrorCode } from '@kerf/contract/errors'
import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { withdrawIfBusy } from '../password/password-tries.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import { errorNameOf } from './finish-social-sign-in.ts'
import { wireCodeOf } from './identity-outcome.ts'
import type { SocialProvider } from './providers/social-provider.ts'
import type { SignInOrLink } from './sign-in-or-link.ts'
import type { Binder } from './start-social-sign-in.ts'

export interface NativeSignInInput {
  readonly cid: string
  readonly op: 'login' | 'bind'
  readonly accessToken?: string | undefined
  readonly openId?: string | undefined
  readonly idToken?: string | undefined
  readonly nonce?: string | undefined
  readonly agreement?: SignInAgreement
}

export interface NativeOutcome {
  readonly code: 0 | ErrorCode
  readonly flow: string
  /** of the second step */
  readonly methods?: readonly string[]
  readonly signedIn: IssuedSession | undefined
}

/** Refused tokens of a network. Nothing can be guessed with them: the limit protects the provider and the server's work. */
export const REFUSED_TOKENS = { limit: 100, seconds: 15 * 60 }
/** Tokens that a process asks one provider about at the same time. A further one waits, then gets HTTP 503. */
const QUESTIONS = { max: 20, waitMs: 5_000 }

export interface TokenSignInDependencies extends Pick<PlatformServices, 'limiter' | 'refusals'> {
  readonly channels: ReadonlyMap<string, SocialProvider>
  readonly signInOrLink: SignInOrLink
}

export function createSignInByToken({ channels, limiter, refusals, signInOrLink }: TokenSignInDependencies) {
  const questions = new Map(
    [...channels.keys()].map(channel => [channel, limitConcurrency(QUESTIONS.max, QUESTIONS.waitMs)]),
  )
  /** `binder` is the account to connect; null to sign in. Throws `social_authorization_failed`, `network_timeout`, `too_many_requests`. */
  return async function signInByToken(
    channel: string,
    input: NativeSignInInput,
    binder: Binder | null,
    caller: Caller,
  ): Promise<NativeOutcome> {
    const provider = channels.get(channel)
    const ask = questions.get(channel)
    await using attempt = await limiter.startAttempt({
      limits: addressLimits('social-refused', caller, REFUSED_TOKENS),
    })
    try {
      if (!ask || !provider?.clientIds.includes(input.cid)) throw new ApiError('social_authorization_failed')
      const { cid: clientId, agreement, ...token } = input
      const identity = await withdrawIfBusy(attempt, () =>
        ask(() => provider.verifyNativeToken({ clientId, ...token })),
      )
      await attempt.succeeded()
      const outcome = await signInOrLink(channel, { ...identity, clientId }, binder, agreement, caller)
      return {
        code: wireCodeOf(outcome),
        flow: 'flow' in outcome ? outcome.flow : '',
        ...('methods' in outcome && { methods: outcome.methods }),
        signedIn: 'signedIn' in outcome ? outcome.signedIn : undefined,
      }
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      // The name comes from the path: what is no channel is not recorded.
      const detail = { channel: provider ? channel : 'unknown', code: ERRORS[errorName].code }
      const event = `social.${input.op}`
      await refusals.record({ event, uid: binder?.uid ?? null, ...auditContext(caller), detail })
      // An outage of the provider is not the caller's fault.
      if (errorName === 'network_timeout') await attempt.withdraw()
      else await attempt.failed()
      throw new ApiError(errorName)
    }
  }
}
