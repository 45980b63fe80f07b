/** Sign-in of native hosts: verifies the provider's token, then continues as after a callback (S-067). */
import { ERRORS, type ErrorCode } from '@kerf/contract/errors'
import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import type { RefusalAudit } from '../../platform/audit/refusal-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import { errorNameOf } from './finish-social-sign-in.ts'
import type { SocialProvider } from './providers/social-provider.ts'
import { type ResolveIdentity, wireCodeOf } from './resolve-identity.ts'
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

export function createSignInByToken(
  refusals: RefusalAudit,
  channels: ReadonlyMap<string, SocialProvider>,
  resolveIdentity: ResolveIdentity,
) {
  /** `binder` is the account to connect; null to sign in. Throws `social_authorization_failed`, `network_timeout`. */
  return async function signInByToken(
    channel: string,
    input: NativeSignInInput,
    binder: Binder | null,
    caller: Caller,
  ): Promise<NativeOutcome> {
    const provider = channels.get(channel)
    try {
      if (!provider?.clientIds.includes(input.cid)) throw new ApiError('social_authorization_failed')
      const { cid: clientId, agreement, ...token } = input
      const identity = await provider.verifyNativeToken({ clientId, ...token })
      const outcome = await resolveIdentity(channel, { ...identity, clientId }, binder, agreement, caller)
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
      const uid = binder?.uid ?? null
      await refusals.record({
        event: `social.${input.op}`,
        uid,
        ...auditContext(caller),
        detail,
      })
      throw new ApiError(errorName)
    }
  }
}
