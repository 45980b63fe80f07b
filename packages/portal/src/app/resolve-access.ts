/** Carries out what `guard-rules.ts` decides. Loaded where a decision is to be made at all: see `guard.ts`. */

import { isEmbedded } from '@kerf/contract/portal-url'
import { acceptReturnUrl } from '@kerf/contract/return-url'
import { removeSecretParameters } from '@kerf/contract/secret-parameters'
import { error_authority } from '@kerf/locales/messages'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { syncCookies } from '../features/session/cookie-sync.ts'
import { isEnterprise } from '../lib/account.ts'
import { isCookieSyncPending } from '../lib/cookie-sync-marker.ts'
import { describeError } from '../lib/describe-error.ts'
import { isSessionExpiry } from '../lib/error-name.ts'
import { getRequestedReturnUrl, setRequestedReturnUrl } from '../lib/form-draft.ts'
import { portalHref } from '../lib/links.ts'
import { getPageContext } from '../lib/page-context.ts'
import { getCurrentToken } from '../lib/token.ts'
import { activeLoginStep } from '../routes/active-login-step.ts'
import { type Access, type AccountKind, decideAccess } from './access-rules.ts'
import { adoptUrlToken } from './adopt-url-token.ts'
import { checkCurrentSession } from './check-session.ts'
import { addHandoverTicket } from './handover-ticket.ts'
import { countRedirect, getRedirectCount, resetRedirectCount } from './redirect-count.ts'
import { showToast } from './show-toast.ts'

export async function resolveAccess(access: Access, location: ParsedLocation): Promise<void> {
  await adoptUrlToken()
  const signedIn = await kindSignedIn()
  if (isCookieSyncPending()) await syncCookies(sameAddress(location))
  if (await showsStep(access, location, signedIn)) return resetRedirectCount()
  const decision = decideAccess({
    access,
    signedIn,
    embedded: isEmbedded(getPageContext().url),
    returnTo: acceptedReturn(getRequestedReturnUrl()),
    hops: getRedirectCount(),
  })
  if (decision.kind === 'show') {
    if (signedIn && typeof access === 'object' && 'loginOf' in access) await showResult()
    return resetRedirectCount()
  }
  countRedirect()
  if (decision.kind === 'follow') {
    setRequestedReturnUrl(undefined)
    return follow(decision.address)
  }
  if (decision.refused) {
    setRequestedReturnUrl(undefined)
    void showToast(error_authority(), 'danger')
  }
  const own = decision.withReturn ? `r=${encodeURIComponent(cleanAddress(location))}` : ''
  throw redirect({ href: portalHref(decision.page, own), replace: true })
}

/** A social sign-in may want a step of its own on the login page before anything else happens there. */
async function showsStep(
  access: Access,
  { searchStr }: ParsedLocation,
  signedIn: AccountKind | undefined,
): Promise<boolean> {
  const asked = new URLSearchParams(searchStr).get('step')
  if (typeof access === 'string' || !('loginOf' in access) || access.loginOf !== 'personal') return false
  const step =
    asked === null
      ? undefined
      : (await import('../routes/resolve-login-step.tsx')).resolveLoginStep(asked, signedIn)
  activeLoginStep.set(step)
  return step !== undefined
}

/** Only embedded does anyone who is signed in stay at the login. */
async function showResult(): Promise<void> {
  const [{ reportSignIn }, { SignedInStep }] = await Promise.all([
    import('./report-sign-in.ts'),
    import('../routes/signed-in-step.tsx'),
  ])
  activeLoginStep.set(SignedInStep)
  reportSignIn()
}

async function kindSignedIn(): Promise<AccountKind | undefined> {
  if (getCurrentToken() === undefined) return undefined
  const found = await checkCurrentSession()
  if ('info' in found) return isEnterprise(found.info) ? 'business' : 'personal'
  if (found.error && !isSessionExpiry(found.error)) {
    const { text } = await describeError(found.error)
    if (text) void showToast(text(), 'danger')
  }
  return undefined
}

function acceptedReturn(wish: string | undefined): string | undefined {
  const { data } = getPageContext()
  return acceptReturnUrl(wish, {
    origins: [window.location.origin, ...data.returnOrigins],
    allowLocalhost: data.development,
  })
}

/** The address to come back to; never one that leads on to yet another. */
function cleanAddress({ pathname, searchStr }: ParsedLocation): string {
  return window.location.origin + pathname + removeSecretParameters(searchStr)
}

/** This page again, and where its visitor wishes to return to. */
function sameAddress(location: ParsedLocation): string {
  const url = new URL(cleanAddress(location))
  const r = getRequestedReturnUrl()
  if (r !== undefined) url.searchParams.set('r', r)
  return url.href
}

async function follow(address: string): Promise<void> {
  const url = new URL(address)
  if (url.origin === window.location.origin) {
    throw redirect({ href: url.pathname + url.search + url.hash, replace: true })
  }
  window.location.replace(await addHandoverTicket(address))
  // The page is being left: nothing more is to be shown.
  return new Promise(() => {})
}
