/** Who may see which page, and where everyone else goes (specification 4, decisions 4). Facts in, decision out. */
import type { PortalPage } from '@kerf/contract/portal-routes'

export type AccountKind = 'personal' | 'business'

/** What a page asks of its visitor: nothing, to be signed out, or an account of a kind. */
export type Access =
  | 'anyone'
  | 'signed-in'
  | { readonly loginOf: AccountKind }
  | { readonly only: AccountKind }

export interface AccessContext {
  readonly access: Access
  /** undefined: nobody is signed in, or it could not be found out */
  readonly signedIn: AccountKind | undefined
  readonly embedded: boolean
  /** an address that may be followed, already judged */
  readonly returnTo: string | undefined
  /** redirects since the last page that was shown */
  readonly hops: number
}

export type AccessDecision =
  | { readonly kind: 'show' }
  | {
      readonly kind: 'page'
      readonly page: PortalPage
      readonly withReturn: boolean
      readonly refused: boolean
    }
  | { readonly kind: 'follow'; readonly address: string }

export const REDIRECTS_MAX = 3

export const profilePageOf = (kind: AccountKind): PortalPage =>
  kind === 'business' ? 'profile-business/settings' : 'profile'
export const loginPageOf = (kind: AccountKind): PortalPage =>
  kind === 'business' ? 'login-business' : 'login'

const show: AccessDecision = { kind: 'show' }
const goTo = (page: PortalPage, more: { withReturn?: boolean; refused?: boolean } = {}): AccessDecision => ({
  kind: 'page',
  page,
  withReturn: more.withReturn ?? false,
  refused: more.refused ?? false,
})

export function decideAccess({ access, signedIn, embedded, returnTo, hops }: AccessContext): AccessDecision {
  if (access === 'anyone') return show
  if (access === 'signed-in') return signedIn ? show : goTo('login', { withReturn: true })
  if ('loginOf' in access) {
    if (signedIn === undefined) return show
    if (signedIn !== access.loginOf) return goTo(embedded ? loginPageOf(signedIn) : profilePageOf(signedIn))
    // the host is told instead; it decides what comes next
    if (embedded) return show
    if (returnTo !== undefined && hops < REDIRECTS_MAX) return { kind: 'follow', address: returnTo }
    return goTo(profilePageOf(signedIn))
  }
  if (signedIn === access.only) return show
  if (signedIn === undefined) return goTo(loginPageOf(access.only), { withReturn: true })
  // At the other login the mismatch rule sends the visitor on to the profile that is theirs.
  return hops < REDIRECTS_MAX
    ? goTo(loginPageOf(access.only), { refused: true })
    : goTo(profilePageOf(signedIn))
}
