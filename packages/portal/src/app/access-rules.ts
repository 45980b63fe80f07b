/** The rules of page access: who may see a page, and where everybody else is redirected. Pure. */

import type { PortalPage } from '@kerf/contract/portal-routes'
import type { AccountKind } from '../lib/session/account.ts'

/** What a page requires: nothing, any session, a visitor who is not signed in (`loginFor`), or an account of a kind. */
export type Access =
  | 'anyone'
  | 'signed-in'
  | { readonly loginFor: AccountKind }
  | { readonly only: AccountKind }

export interface AccessContext {
  readonly access: Access
  /** Undefined: nobody is signed in, or the check failed. */
  readonly signedIn: AccountKind | undefined
  readonly embedded: boolean
  /** The return address, already validated. */
  readonly returnUrl: string | undefined
  /** Redirects since the last page that was shown. */
  readonly redirectCount: number
}

export type AccessDecision =
  | { readonly kind: 'show' }
  | {
      readonly kind: 'page'
      readonly page: PortalPage
      /** Return to the current page after the sign-in. */
      readonly withReturn: boolean
      /** The account may not see the page; this is shown to the visitor. */
      readonly refused: boolean
    }
  | { readonly kind: 'follow'; readonly url: string }

export const REDIRECTS_MAX = 3

const profilePageOf = (kind: AccountKind): PortalPage =>
  kind === 'enterprise' ? 'profile-business/settings' : 'profile'

const loginPageOf = (kind: AccountKind): PortalPage => (kind === 'enterprise' ? 'login-business' : 'login')

const show: AccessDecision = { kind: 'show' }

const redirectTo = (
  page: PortalPage,
  { withReturn = false, refused = false }: { withReturn?: boolean; refused?: boolean } = {},
): AccessDecision => ({ kind: 'page', page, withReturn, refused })

export function decideAccess(context: AccessContext): AccessDecision {
  const { access, signedIn, embedded, returnUrl, redirectCount } = context
  if (access === 'anyone') return show
  if (access === 'signed-in') return signedIn ? show : redirectTo('login', { withReturn: true })
  if ('loginFor' in access) {
    if (signedIn === undefined) return show
    if (signedIn !== access.loginFor)
      return redirectTo(embedded ? loginPageOf(signedIn) : profilePageOf(signedIn))
    // An embedded page reports the sign-in, and the host decides what follows.
    if (embedded) return show
    if (returnUrl !== undefined && redirectCount < REDIRECTS_MAX) return { kind: 'follow', url: returnUrl }
    return redirectTo(profilePageOf(signedIn))
  }
  if (signedIn === access.only) return show
  if (signedIn === undefined) return redirectTo(loginPageOf(access.only), { withReturn: true })
  // The other login page redirects an account of the wrong kind on to its own profile.
  return redirectCount < REDIRECTS_MAX
    ? redirectTo(loginPageOf(access.only), { refused: true })
    : redirectTo(profilePageOf(signedIn))
}
