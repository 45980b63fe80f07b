/** Sets the cookies of sessions in the answer of a call. */
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { SessionClaims, SignInOutcome } from './session-claims.ts'
import {
  browserCookie,
  companionCookie,
  signInCookies,
  signOutCookies,
  tokenCookie,
  warnIfCorrected,
} from './session-cookies.ts'
import type { CallContext } from './session-guard.ts'
import { cookieCompanion, cookieTokens, headerToken } from './session-secrets.ts'

/** Sets the cookies of a new session. Returns the response data. Throws `second_factor_required` if the sign-in waits. */
export function answerSignIn(context: CallContext, signedIn: SignInOutcome): { utoken: string; uid: string } {
  if ('flow' in signedIn) {
    identifyBrowser(context)
    const { flow, methods, text } = signedIn
    throw new ApiError('second_factor_required', { data: { flow, methods }, text })
  }
  const { cookieSettings, cookieOptions, log } = context
  warnIfCorrected(cookieSettings, cookieOptions, log)
  context.setCookies(signInCookies(cookieSettings, cookieOptions, signedIn))
  return { utoken: signedIn.utoken, uid: signedIn.uid }
}

/** Sets the cookie of the token that the call was made with: extends it, or creates it. Extends that of the companion. */
export function renewCookies(context: CallContext, { remember }: SessionClaims): void {
  const { cookieSettings, cookieOptions, log } = context
  const token = headerToken(context) ?? cookieTokens(context)[0]
  if (token === undefined) return
  warnIfCorrected(cookieSettings, cookieOptions, log)
  const companion = cookieCompanion(context, cookieSettings)
  context.setCookies([
    tokenCookie(cookieSettings, cookieOptions, token, remember),
    ...(companion === undefined ? [] : [companionCookie(cookieSettings, cookieOptions, companion, remember)]),
  ])
}

/** Sets the cookie of the session's new companion. */
export function setCompanion(context: CallContext, companion: string, { remember }: SessionClaims): void {
  const { cookieSettings, cookieOptions } = context
  context.setCookies(companionCookie(cookieSettings, cookieOptions, companion, remember))
}

/** Gives the browser a cookie that tells it from others, unless it has one. Returns the hash of its value. */
export function identifyBrowser(context: CallContext): Buffer {
  if (context.caller.browserHash) return context.caller.browserHash
  const value = randomToken()
  context.setCookies(browserCookie(context.cookieSettings, value, context.cookieOptions))
  return sha256(value)
}

export function signOut(context: CallContext): void {
  context.setCookies(signOutCookies(context.cookieSettings, context.cookieOptions))
  context.clearSiteStorage()
}
