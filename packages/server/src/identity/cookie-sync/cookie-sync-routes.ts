/** `/v1/cookie/*`: URLs that browsers visit and pages call; they answer with redirects and cookies (S-040 to S-043). */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { THEME_COOKIE } from '@kerf/contract/cookie-names'
import { ADD_COOKIES_PATH, probeCookies, setCookies } from '@kerf/contract/endpoints/cookie-sync'
import { isTicket } from '@kerf/contract/endpoints/ticket'
import { acceptReturnUrl, type ReturnRule } from '@kerf/contract/return-url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditContext } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { errorResponse, successBody } from '../../web/envelope.ts'
import { readBrandFiles } from '../../web/page-shell/brand-files.ts'
import { redirectFromVisit } from '../../web/page-visit.ts'
import { type CookieSettings, cookieDomain, cookieValues } from '../../web/request/cookies.ts'
import { isAllowedOrigin, type OriginRule } from '../../web/request/origins.ts'
import { cookieOptionsQuery, languageOf, queryCookieOptions } from '../../web/request/request-reader.ts'
import { singleParameter } from '../../web/request/single-parameter.ts'
import type { PageVisits } from '../session/call-guard.ts'
import type { SessionCheck, SessionClaims } from '../session/session-claims.ts'
import { signInCookies, signOutCookies, tokenCookie, warnIfCorrected } from '../session/session-cookies.ts'
import type { Tickets } from '../ticket/tickets.ts'
import { createConfirmPage } from './confirm-page.ts'
import type { createCookieChain } from './cookie-chain.ts'

export interface CookieSyncDependencies
  extends Pick<PlatformServices, 'db' | 'refusals' | 'publicUrl' | 'brands'> {
  readonly sessions: SessionCheck
  readonly tickets: Tickets
  readonly visits: PageVisits
  readonly resolveNextHop: ReturnType<typeof createCookieChain>
  readonly siblings: readonly string[]
  readonly cookies: () => CookieSettings
  readonly origins: OriginRule
  readonly returnRule: () => ReturnRule
  /** name and email address of an account */
  readonly readAccountNames: (uid: string) => Promise<AccountNames>
}

export interface AccountNames {
  readonly nickname: string
  readonly userName: string
  readonly email: string
}

type Parameters = Readonly<Record<string, string | undefined>>

const PROBE_COOKIE = 'kerfProbe'
const PROBE_COOKIE_SECONDS = 60
export const RATE_LIMIT = { limit: 120, seconds: 600 }
const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_MAX_BYTES = 8 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

export function cookieSyncRoutes(http: FastifyInstance, deps: CookieSyncDependencies): void {
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

  const home = (): string => new URL('/', deps.publicUrl()).href
  const brand = deps.brands.get(DEFAULT_BRAND)
  const files = brand && readBrandFiles(new Map([[DEFAULT_BRAND, brand]])).byBrand.get(DEFAULT_BRAND)
  if (!brand || !files) throw new Error(`the default brand ${DEFAULT_BRAND} does not exist`)
  const confirmPage = createConfirmPage(brand.brand, files)

  /** A link that a stranger made may bring the visitor here, so the person confirms whose account it is. */
  const askPerson = async (
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

  const handleSetCookies = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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

  /** The form of the page that asks. Another site can neither send it nor read the token that it contains. */
  const handleConfirmation = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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
    return redirectFromVisit(reply, next ?? home())
  }

  const handleAddCookies = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const target = acceptReturnUrl(singleParameter(request, 'target'), deps.returnRule()) ?? home()
    try {
      await deps.visits.admit(request, 'cookie-walk', RATE_LIMIT)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return redirectFromVisit(reply, target)
    }
    const [step = 0] = parseIndexes(singleParameter(request, 'step'))
    const skip = parseIndexes(singleParameter(request, 'skip'))
    const session = await deps.visits.signedIn(request)
    return redirectFromVisit(
      reply,
      await deps.resolveNextHop(
        session,
        { step, skip, target, cookieQuery: cookieOptionsQuery(queryCookieOptions(request)) },
        deps.visits.callerOf(request),
      ),
    )
  }

  const handleProbe = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    allowCredentialedRead(request, reply)
    const settings = deps.cookies()
    const seen = cookieValues(request.headers.cookie, PROBE_COOKIE).length > 0
    return reply
      .header(
        'set-cookie',
        `${PROBE_COOKIE}=1; Path=/v1/cookie; HttpOnly; Max-Age=${PROBE_COOKIE_SECONDS}; SameSite=None; Secure`,
      )
      .header('cache-control', 'no-store')
      .type(JSON_TYPE)
      .send(successBody({ seen, domain: cookieDomain(settings) }, request.id))
  }

  http.get(setCookies.path, { exposeHeadRoute: false }, handleSetCookies)
  http.register(async scope => {
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(setCookies.path, { bodyLimit: FORM_MAX_BYTES }, handleConfirmation)
  })
  http.get(ADD_COOKIES_PATH, { exposeHeadRoute: false }, handleAddCookies)
  http.get(probeCookies.path, { exposeHeadRoute: false }, handleProbe)
}

/** Comma-separated indexes; anything else is ignored. */
const parseIndexes = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .filter(part => /^\d{1,3}$/.test(part))
    .map(Number)

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
