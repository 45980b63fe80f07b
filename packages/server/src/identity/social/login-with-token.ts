/** For hosts that signed in natively: the provider's token is checked with the provider, then decides as a callback does (S-067). */
import { ERRORS, type ErrorCode } from '@kerf/contract/errors'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { errorNameOf } from './finish-social-sign-in.ts'
import { type ResolveIdentity, wireCodeOf } from './resolve-identity.ts'
import type { SocialProvider } from './social-provider.ts'
import type { Binder } from './start-social-sign-in.ts'

export interface NativeSignInInput {
  readonly cid: string
  readonly op: 'login' | 'bind'
  readonly accessToken?: string | undefined
  readonly idToken?: string | undefined
  readonly nonce?: string | undefined
}

export interface NativeOutcome {
  readonly code: 0 | ErrorCode
  readonly flow: string
  readonly signedIn: IssuedSession | undefined
}

export function createLoginWithToken(
  db: Queryable,
  channels: ReadonlyMap<string, SocialProvider>,
  resolver: ResolveIdentity,
) {
  /** `binder`: who connects; null to sign in. Throws 20401 (not to be believed), 20902 (the provider does not answer). */
  return async function loginWithToken(
    channel: string,
    input: NativeSignInInput,
    binder: Binder | null,
    caller: Caller,
  ): Promise<NativeOutcome> {
    const provider = channels.get(channel)
    try {
      if (!provider?.clientIds.includes(input.cid)) throw new ApiError('social_authorization_failed')
      const { cid: clientId, accessToken, idToken, nonce } = input
      const identity = await provider.verifyNativeToken({ clientId, accessToken, idToken, nonce })
      const resolved = await resolver.resolve(channel, identity, binder, caller)
      return {
        code: wireCodeOf(resolved),
        flow: 'flow' in resolved ? resolved.flow : '',
        signedIn: 'signedIn' in resolved ? resolved.signedIn : undefined,
      }
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      const detail = { channel, code: ERRORS[errorName].code }
      const uid = binder?.uid ?? null
      await writeAudit(db, {
        event: `social.${input.op}`,
        outcome: 'refused',
        uid,
        ...auditContext(caller),
        detail,
      })
      throw new ApiError(errorName)
    }
  }
}
