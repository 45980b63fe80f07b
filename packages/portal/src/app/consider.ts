/** Carries out what `guard-rules.ts` decides. Loaded where a decision is to be made at all: see `guard.ts`. */

import { isEmbedded } from '@kerf/contract/portal-url'
import { acceptReturnUrl } from '@kerf/contract/return-url'
import { error_authority } from '@kerf/locales/messages'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { isBusiness } from '../lib/account.ts'
import { carriedReturn, carryReturn } from '../lib/carried.ts'
import { isExpiry } from '../lib/failure.ts'
import { explainFault } from '../lib/faults.ts'
import { hrefTo } from '../lib/links.ts'
import { loginStep } from '../lib/login-step.ts'
import { page } from '../lib/page.ts'
import { withoutSecrets } from '../lib/secrets.ts'
import { owesSisters, tellSisters } from '../lib/sister-hosts.ts'
import { currentToken } from '../lib/token.ts'
import { announce } from './announce.ts'
import { whoIsThere } from './auth-check.ts'
import { type Access, decide, type Kind } from './guard-rules.ts'
import { handOver } from './hand-over.ts'
import { countFollowing, hops, settleHops } from './hops.ts'
import { considerOffer } from './offer.ts'

export async function consider(access: Access, location: ParsedLocation): Promise<void> {
  await considerOffer()
  const signedIn = await kindSignedIn()
  if (owesSisters()) await tellSisters(sameAddress(location))
  if (await showsStep(access, location, signedIn)) return settleHops()
  const decision = decide({
    access,
    signedIn,
    embedded: isEmbedded(page().url),
    returnTo: acceptedReturn(carriedReturn()),
    hops: hops(),
  })
  if (decision.kind === 'show') {
    if (signedIn && typeof access === 'object' && 'loginOf' in access) await showResult()
    return settleHops()
  }
  countFollowing()
  if (decision.kind === 'follow') {
    carryReturn(undefined)
    return follow(decision.address)
  }
  if (decision.refused) {
    carryReturn(undefined)
    void announce(error_authority(), 'danger')
  }
  const own = decision.withReturn ? `r=${encodeURIComponent(cleanAddress(location))}` : ''
  throw redirect({ href: hrefTo(decision.page, own), replace: true })
}

/** A social sign-in may want a step of its own on the login page before anything else happens there. */
async function showsStep(
  access: Access,
  { searchStr }: ParsedLocation,
  signedIn: Kind | undefined,
): Promise<boolean> {
  const asked = new URLSearchParams(searchStr).get('step')
  if (typeof access === 'string' || !('loginOf' in access) || access.loginOf !== 'personal') return false
  const step =
    asked === null ? undefined : (await import('../routes/login-step.tsx')).stepFor(asked, signedIn)
  loginStep.set(step)
  return step !== undefined
}

/** Only embedded does anyone who is signed in stay at the login. */
async function showResult(): Promise<void> {
  const [{ tellResult }, { SignedInStep }] = await Promise.all([
    import('./embedded-result.ts'),
    import('../routes/signed-in-step.tsx'),
  ])
  loginStep.set(SignedInStep)
  tellResult()
}

async function kindSignedIn(): Promise<Kind | undefined> {
  if (currentToken() === undefined) return undefined
  const found = await whoIsThere()
  if ('info' in found) return isBusiness(found.info) ? 'business' : 'personal'
  if (found.error && !isExpiry(found.error)) {
    const { text } = await explainFault(found.error)
    if (text) void announce(text(), 'danger')
  }
  return undefined
}

function acceptedReturn(wish: string | undefined): string | undefined {
  const { data } = page()
  return acceptReturnUrl(wish, {
    origins: [window.location.origin, ...data.returnOrigins],
    allowLocalhost: data.development,
  })
}

/** The address to come back to; never one that leads on to yet another. */
function cleanAddress({ pathname, searchStr }: ParsedLocation): string {
  return window.location.origin + pathname + withoutSecrets(searchStr)
}

/** This page again, and where its visitor wishes to return to. */
function sameAddress(location: ParsedLocation): string {
  const url = new URL(cleanAddress(location))
  const r = carriedReturn()
  if (r !== undefined) url.searchParams.set('r', r)
  return url.href
}

async function follow(address: string): Promise<void> {
  const url = new URL(address)
  if (url.origin === window.location.origin) {
    throw redirect({ href: url.pathname + url.search + url.hash, replace: true })
  }
  window.location.replace(await handOver(address))
  // The page is being left: nothing more is to be shown.
  return new Promise(() => {})
}
