/** The sessions of a browser's accounts, as a call receives and replaces them. */

import { clearedCompanionCookies, signInCookies, signOutCookies } from '../session/session-cookies.ts'
import type { CallContext } from '../session/session-guard.ts'
import { cookieSession, type HeldSession, headerSession } from '../session/session-secrets.ts'
import { keptSessionCookies, keptSessionsOf } from './kept-session-cookies.ts'

export interface HeldSessions {
  readonly chosen: HeldSession | undefined
  /** of the token's cookie where the page that calls has another token: another tab has switched accounts since */
  readonly unseen: HeldSession | undefined
  readonly kept: readonly HeldSession[]
}

const NO_HELD_SESSIONS: HeldSessions = { chosen: undefined, unseen: undefined, kept: [] }

type RememberedSession = HeldSession & { readonly remember: boolean }

/**
 * The sessions in the cookies of this browser, for pages of the portal itself. Browsers add the cookies to the calls of a
 * brand's page on the parent domain too, and a page must not switch the person to another account: a write needs proof
 * of its origin.
 */
export function heldSessions(context: CallContext): HeldSessions {
  const { headers, method, cookieSettings } = context
  const isProven =
    method === 'GET' || headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin'
  if (context.isForeign || !isProven) return NO_HELD_SESSIONS
  const ofHeader = headerSession(context, cookieSettings)
  const ofCookie = cookieSession(context, cookieSettings)
  return {
    chosen: ofHeader ?? ofCookie,
    unseen: ofHeader && ofCookie?.utoken !== ofHeader.utoken ? ofCookie : undefined,
    kept: keptSessionsOf(headers.cookie, cookieSettings),
  }
}

/** Replaces the sessions that are set aside in this browser. */
export function keepSessions(context: CallContext, kept: readonly RememberedSession[]): void {
  context.setCookies(keptSessionCookies(context.cookieSettings, context.cookieOptions, kept))
}

/** Makes another session of this browser the chosen one; undefined: nobody is chosen. */
export function chooseSession(
  context: CallContext,
  held: (RememberedSession & { readonly uid: string }) | undefined,
): void {
  const { cookieSettings: settings, cookieOptions: options } = context
  context.setCookies(
    held === undefined
      ? signOutCookies(settings, options)
      : [
          ...(held.companion === undefined ? clearedCompanionCookies(settings, options) : []),
          ...signInCookies(settings, options, { ...held, newBrowser: undefined }),
        ],
  )
  context.clearSiteStorage()
}
