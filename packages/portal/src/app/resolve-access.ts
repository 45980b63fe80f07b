/** Carries out the decision of `access-rules.ts`. Loaded only where a decision is needed: see `guard-route.ts`. */
import { isEmbedded } from '@kerf/contract/portal-url'
import { removeSecretParameters } from '@kerf/contract/secret-parameters'
import { error_authority } from '@kerf/locales/messages'
import type { HistoryLocation } from '@tanstack/history'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { syncCookies } from '../features/sign-out/cookie-sync.ts'
import { describeError } from '../lib/api/describe-error.ts'
import { isSessionExpiry } from '../lib/api/error-name.ts'
import { requestedReturnUrl } from '../lib/form/form-draft.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { Redirect } from '../lib/router/router.ts'
import type { AccountKind } from '../lib/session/account.ts'
import { isEnterprise } from '../lib/session/account.ts'
import { isCookieSyncPending } from '../lib/session/cookie-sync-marker.ts'
import { EmptyTokenError } from '../lib/session/empty-token.ts'
import { portalHref } from '../lib/url/links.ts'
import { acceptedReturnUrl } from '../lib/url/return-url.ts'
import { type Access, decideAccess } from './access-rules.ts'
import { adoptUrlToken } from './adopt-url-token.ts'
import { checkCurrentSession } from './check-session.ts'
import { addHandoverTicket } from './handover-ticket.ts'
import { countRedirect, getRedirectCount, resetRedirectCount } from './redirect-count.ts'
import { showToast } from './show-toast.ts'

/** Resolves when the page may be shown. Rejects with a router redirect, or stays pending while the window navigates. */
export async function resolveAccess(access: Access, location: HistoryLocation): Promise<void> {
  await adoptUrlToken()
  const signedIn = await getSignedInKind()
  if (isCookieSyncPending()) await syncCookies(currentUrl(location))
  if (await showLoginStep(access, location, signedIn)) return resetRedirectCount()
  const decision = decideAccess({
    access,
    signedIn,
    embedded: isEmbedded(getPageContext().url),
    returnUrl: acceptedReturnUrl(),
    redirectCount: getRedirectCount(),
  })
  if (decision.kind === 'show') {
    if (signedIn && typeof access === 'object' && 'loginFor' in access) await showSignedInStep()
    return resetRedirectCount()
  }
  countRedirect()
  requestedReturnUrl.set('')
  if (decision.kind === 'follow') return followReturnUrl(decision.url)
  if (decision.refused) void showToast(error_authority(), 'danger')
  const search = decision.withReturn ? `r=${encodeURIComponent(currentUrl(location))}` : ''
  throw new Redirect(portalHref(decision.page, search))
}

/** A social sign-in may need a further step, which replaces the form of the login page. */
async function showLoginStep(
  access: Access,
  { search }: HistoryLocation,
  signedIn: AccountKind | undefined,
): Promise<boolean> {
  const requested = new URLSearchParams(search).get('step')
  if (typeof access === 'string' || !('loginFor' in access) || access.loginFor !== 'personal') return false
  const step =
    requested === null
      ? undefined
      : (await import('../routes/steps/resolve-login-step.tsx')).resolveLoginStep(requested, signedIn)
  activeLoginStep.set(step)
  return step !== undefined
}

/** Only an embedded login page is shown to somebody who is signed in. */
async function showSignedInStep(): Promise<void> {
  const [{ reportSignIn }, { SignedInStep }] = await Promise.all([
    import('./report-sign-in.ts'),
    import('../routes/steps/signed-in-step.tsx'),
  ])
  activeLoginStep.set(SignedInStep)
  reportSignIn()
}

async function getSignedInKind(): Promise<AccountKind | undefined> {
  const result = await checkCurrentSession()
  if ('info' in result) return isEnterprise(result.info) ? 'enterprise' : 'personal'
  if (!(result.error instanceof EmptyTokenError) && !isSessionExpiry(result.error)) {
    const { text } = await describeError(result.error)
    if (text) void showToast(text(), 'danger')
  }
  return undefined
}

/** The URL to come back to, without tokens and tickets. */
function currentUrl({ pathname, search }: HistoryLocation): string {
  return window.location.origin + pathname + removeSecretParameters(search)
}

async function followReturnUrl(returnUrl: string): Promise<void> {
  const url = new URL(returnUrl)
  if (url.origin === window.location.origin) {
    throw new Redirect(url.pathname + url.search + url.hash)
  }
  const [address] = await Promise.all([
    addHandoverTicket(returnUrl),
    // A login within seconds of opening: the library, which sends its events, is not loaded yet.
    import('../lib/analytics/direct-sender.ts')
      .then(({ sendWaitingEvents }) => sendWaitingEvents())
      .catch(() => {}),
  ])
  window.location.replace(address)
  return new Promise(() => {})
}
