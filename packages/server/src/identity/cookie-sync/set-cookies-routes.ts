/** The calls that set the cookie of a token: of a page or a visit, and of the page that asks the person. */

import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { THEME_COOKIE } from '@kerf/contract/cookie-names'
import { ADD_COOKIES_PATH } from '@kerf/contract/endpoints/cookie-sync'
import { isTicket } from '@kerf/contract/endpoints/ticket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditContext } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { errorResponse } from '../../web/error-response.ts'
import { readBrandFiles } from '../../web/page-shell/brand-files.ts'
import { redirectFromVisit } from '../../web/page-visit.ts'
import { cookieDomain, cookieValues } from '../../web/request/cookies.ts'
import { isAllowedOrigin } from '../../web/request/origins.ts'
import { cookieOptionsQuery, languageOf, queryCookieOptions } from '../../web/request/request-reader.ts'
import { singleParameter } from '../../web/request/single-parameter.ts'
import { successBody } from '../../web/success-body.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { signInCookies, signOutCookies, tokenCookie, warnIfCorrected } from '../session/session-cookies.ts'
import { createConfirmPage } from './confirm-page.ts'
import { type CookieSyncDependencies, homeUrl, JSON_TYPE, RATE_LIMIT } from './cookie-sync-dependencies.ts'

/** Which pages may read an answer, and which requests may set cookies. */
export function createPageAccess(deps: CookieSyncDependencies) {
  /** CORS: only pages of sibling hosts and brands may read the answer with credentials. */
  const allowCredentialedRead = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = request.headers
    const allowed =
      origin !== undefined && (deps.siblings.includes(origin) || isAllowedOrigin(origin, deps.origins))
    if (allowed)
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      })
    return allowed
  }

  /** Accepts navigations and calls of allowed pages. Rejects previews, prefetches and subresources of foreign pages (T-43). */
  const isIntentional = (request: FastifyRequest, readable: boolean): boolean => {
    const { 'sec-fetch-dest': dest, 'sec-purpose': purpose, purpose: legacyPurpose } = request.headers
    if (purpose !== undefined || legacyPurpose !== undefined) return false
    // In a frame only a ticket is accepted: an attacker's own token would sign the visitor into the attacker's account (T-43).
    if (dest === 'iframe') return isTicket(singleParameter(request, 'utoken') ?? '')
    return dest === undefined || dest === 'document' || (dest === 'empty' && readable)
  }

  return { allowCredentialedRead, isIntentional }
}

export type PageAccess = ReturnType<typeof createPageAccess>

/** Sets the cookie of a raw token, and records refusals. */
export function createTokenCookies(deps: CookieSyncDependencies) {
  /** The live session of a raw token. Undefined if another account is signed in: a URL must not switch accounts (S-043). */
  const sessionToSet = async (request: FastifyRequest, token: string): Promise<SessionClaims | undefined> => {
    const [session, current] = await Promise.all([deps.sessions.check(token), deps.visits.signedIn(request)])
    if (!session) throw new ApiError('expired_login')
    return !current || current.uid === session.uid ? session : undefined
  }

  const setTokenCookie = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, remember }: SessionClaims,
    token: string,
  ): Promise<void> => {
    const caller = deps.visits.callerOf(request)
    await writeAudit(deps.db, { event: 'cookie.set', outcome: 'ok', uid, ...auditContext(caller) })
    const [settings, options] = [deps.cookies(), queryCookieOptions(request)]
    warnIfCorrected(settings, options, request.log)
    reply.header('set-cookie', tokenCookie(settings, options, token, remember))
  }

  const recordRefusal = (request: FastifyRequest, { code, limit }: ApiError): Promise<void> =>
    deps.refusals.record({
      event: 'cookie.set',
      ...auditContext(deps.visits.callerOf(request)),
      detail: { code, ...(limit !== undefined && { limit }) },
    })

  return { sessionToSet, setTokenCookie, recordRefusal }
}

type TokenCookies = ReturnType<typeof createTokenCookies>

type Parameters = Readonly<Record<string, string | undefined>>

/** A link that a stranger made may bring the visitor here, so the person confirms whose account it is. */
function createAskPerson(deps: CookieSyncDependencies) {
  const brand = deps.brands.get(DEFAULT_BRAND)
  const files = brand && readBrandFiles(new Map([[DEFAULT_BRAND, brand]])).byBrand.get(DEFAULT_BRAND)
  if (!brand || !files) throw new Error(`the default brand ${DEFAULT_BRAND} does not exist`)
  const confirmPage = createConfirmPage(brand.brand, files)

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, enterprise_id }: SessionClaims,
    { token, next }: { readonly token: string; readonly next: string | undefined },
  ): Promise<FastifyReply> => {
    const { nickname, userName, email } = await deps.readAccountNames(uid)
    const settings = deps.cookies()
    const { html, headers } = confirmPage({
      lang: languageOf(request),
      theme: cookieValues(request.headers.cookie, THEME_COOKIE)[0],
      https: settings.https,
      account: { name: nickname || userName, identifier: email || (enterprise_id ?? '') },
      token,
      domain: cookieDomain(settings),
      cookieQuery: cookieOptionsQuery(queryCookieOptions(request)),
      next,
    })
    return reply.headers(headers).send(html)
  }
}

export function createSetCookies(
  deps: CookieSyncDependencies,
  { allowCredentialedRead, isIntentional }: PageAccess,
  { sessionToSet, setTokenCookie, recordRefusal }: TokenCookies,
) {
  const askPerson = createAskPerson(deps)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const readable = allowCredentialedRead(request, reply)
    const caller = deps.visits.callerOf(request)
    const next = acceptChainUrl(singleParameter(request, 'next'), deps.siblings)
    const settings = deps.cookies()
    const options = queryCookieOptions(request)
    const token = hasEmptyToken(request) ? '' : singleParameter(request, 'utoken')
    reply.header('cache-control', 'no-store')
    try {
      await deps.visits.admit(request, 'cookie', RATE_LIMIT)
      if (singleParameter(request, 'domain') !== cookieDomain(settings))
        throw new ApiError('bad_request', { fields: { domain: 'invalid' } })
      if (token === undefined || !isIntentional(request, readable))
        throw new ApiError('bad_request', { fields: { utoken: 'required' } })
      if (token === '') {
        // Signed out on a sibling: removes the cookie of an ended session, keeps a live one.
        if (!(await deps.visits.signedIn(request)))
          reply.header('set-cookie', signOutCookies(settings, options))
      } else if (isTicket(token)) {
        const current = await deps.visits.signedIn(request)
        const issued = await deps.tickets.sync(token, deps.publicUrl().origin, current, caller)
        if (issued) {
          warnIfCorrected(settings, options, request.log)
          reply.header('set-cookie', signInCookies(settings, options, issued))
        }
      } else {
        const session = await sessionToSet(request, token)
        const isPage = request.headers['sec-fetch-dest'] === 'document'
        if (session && isPage) return askPerson(request, reply, session, { token, next })
        if (session) await setTokenCookie(request, reply, session, token)
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await recordRefusal(request, error)
      if (next === undefined) {
        const answer = errorResponse(error, languageOf(request), request.id)
        return reply.code(answer.status).headers(answer.headers).type(JSON_TYPE).send(answer.body)
      }
    }
    if (next !== undefined) return redirectFromVisit(reply, next)
    return reply.type(JSON_TYPE).send(successBody({}, request.id))
  }
}

/** The form of the page that asks. Another site can neither send it nor read the token that it contains. */
export function createConfirmation(
  deps: CookieSyncDependencies,
  { sessionToSet, setTokenCookie, recordRefusal }: TokenCookies,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { utoken = '', domain, next: given } = readForm(request)
    const next = acceptChainUrl(given, deps.siblings)
    const settings = deps.cookies()
    reply.header('cache-control', 'no-store')
    // The page sends no referrer, so the browser sends `Origin: null`. Every browser that shows the page sends Sec-Fetch-Site.
    if (request.headers['sec-fetch-site'] !== 'same-origin' || domain !== cookieDomain(settings))
      throw new ApiError('authority')
    try {
      await deps.visits.admit(request, 'cookie', RATE_LIMIT)
      const session = await sessionToSet(request, utoken)
      if (session) await setTokenCookie(request, reply, session, utoken)
    } catch (error) {
      // The session ended while the page was open: the person arrives at the login page.
      if (!(error instanceof ApiError)) throw error
      await recordRefusal(request, error)
    }
    return redirectFromVisit(reply, next ?? homeUrl(deps))
  }
}

/** Fields of a form that occur once. */
function readForm({ body }: FastifyRequest): Parameters {
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  return Object.fromEntries([...form].filter(([name]) => form.getAll(name).length === 1))
}

/** Whether `utoken` is present and empty. */
const hasEmptyToken = (request: FastifyRequest): boolean =>
  (request.query as Readonly<Record<string, unknown>>).utoken === ''

/** Accepts only the add-cookies URL of a sibling host. */
function acceptChainUrl(next: string | undefined, siblings: readonly string[]): string | undefined {
  if (next === undefined || !URL.canParse(next)) return undefined
  const { origin, pathname, search } = new URL(next)
  return siblings.includes(origin) && pathname === ADD_COOKIES_PATH ? origin + pathname + search : undefined
}
