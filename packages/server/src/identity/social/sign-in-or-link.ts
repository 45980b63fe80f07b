/** Decides what a verified identity results in: a sign-in, a link, a new account, or a connection step. */
import type { SignInAgreement } from '@kerf/contract/fields'
import type { Caller } from '../../platform/audit/caller.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { IdentityOutcome } from './identity-outcome.ts'
import { createLinkOwnIdentity } from './link-identity.ts'
import type { SocialIdentity } from './providers/social-provider.ts'
import { createSignInByIdentity, type SignInByIdentityDependencies } from './sign-in-by-identity.ts'
import type { Binder } from './start-social-sign-in.ts'

export interface SignInOrLinkDependencies
  extends SignInByIdentityDependencies,
    Pick<PlatformServices, 'mail'> {}

export function createSignInOrLink(deps: SignInOrLinkDependencies) {
  const signInByIdentity = createSignInByIdentity(deps)
  const linkOwnIdentity = createLinkOwnIdentity(deps.db, deps.mail)
  /** `binder` is the account to link; null to sign in. Throws `account_ban` if the account is banned at the moment of the sign-in. */
  return function signInOrLink(
    channel: string,
    identity: SocialIdentity,
    binder: Binder | null,
    agreement: SignInAgreement,
    caller: Caller,
  ): Promise<IdentityOutcome> {
    return binder === null
      ? signInByIdentity(channel, identity, agreement, caller)
      : linkOwnIdentity(channel, identity, binder, caller)
  }
}

export type SignInOrLink = ReturnType<typeof createSignInOrLink>
