/** Decides what a verified identity results in: a sign-in, a connection, a new account, or a connection step. */
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import type { SignInAgreement } from '@kerf/contract/fields'
import type { Caller } from '../../platform/audit/caller.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { IssuedSession, PendingSignIn } from '../session/session-claims.ts'
import { createBindIdentity } from './bind-identity.ts'
import type { SocialIdentity } from './providers/social-provider.ts'
import { createSignInByIdentity, type SignInByIdentityDependencies } from './sign-in-by-identity.ts'
import type { Binder } from './start-social-sign-in.ts'

export interface ResolveDependencies extends SignInByIdentityDependencies, Pick<PlatformServices, 'mail'> {}

export type IdentityOutcome =
  | { readonly error?: undefined; readonly signedIn?: IssuedSession; readonly created: boolean }
  /** a step, named `flow`, is needed: a connection, or the agreement to the present legal documents */
  | { readonly error: 'has_account' | 'agreement_required'; readonly flow: string }
  /** the second step of the sign-in */
  | ({ readonly error: 'second_factor_required' } & PendingSignIn)
  | { readonly error: 'restricted' | 'account_ban' | 'expired' | 'social_already_bound' }

export const wireCodeOf = ({ error }: { readonly error?: ErrorName | undefined }): 0 | ErrorCode =>
  error === undefined ? 0 : ERRORS[error].code

export function createResolveIdentity(deps: ResolveDependencies) {
  const signInByIdentity = createSignInByIdentity(deps)
  const bindIdentity = createBindIdentity(deps.db, deps.mail)
  /** `binder` is the account to connect; null to sign in. Throws `account_ban` if the account is banned at the moment of the sign-in. */
  return function resolveIdentity(
    channel: string,
    identity: SocialIdentity,
    binder: Binder | null,
    agreement: SignInAgreement,
    caller: Caller,
  ): Promise<IdentityOutcome> {
    return binder === null
      ? signInByIdentity(channel, identity, agreement, caller)
      : bindIdentity(channel, identity, binder, caller)
  }
}

export type ResolveIdentity = ReturnType<typeof createResolveIdentity>
