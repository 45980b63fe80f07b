/** The two URLs that the browser visits: redirect to the provider, and callback. Both answer with a redirect. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import type { SignInAgreement } from '@kerf/contract/fields'
import { type Language, toLanguage } from '@kerf/contract/language'
import { acceptReturnUrl, type ReturnRule } from '@kerf/contract/return-url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import { isToken, randomToken } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { redirectFromVisit } from '../../web/page-visit.ts'
import { type CookieSettings, cookieValues } from '../../web/request/cookies.ts'
import { queryCookieOptions } from '../../web/request/request-reader.ts'
import { singleParameter } from '../../web/request/single-parameter.ts'
import { assertTwoProofs, hasCompanion } from '../session/session-companion.ts'
import { signInCookies, warnIfCorrected } from '../session/session-cookies.ts'
import type { PageVisits } from '../session/session-guard.ts'
import type { Tickets } from '../ticket/tickets.ts'
import { errorNameOf, type FinishSocialSignIn } from './finish-social-sign-in.ts'
import type { SocialResults } from './social-result.ts'
import type { Binder, createStartSocialSignIn } from './start-social-sign-in.ts'

export interface SocialBrowserDependencies extends Pick<PlatformServices, 'db'> {
  readonly startSocialSignIn: ReturnType<typeof createStartSocialSignIn>
  readonly finishSocialSignIn: FinishSocialSignIn
  readonly results: SocialResults
  readonly tickets: Tickets
  readonly visits: PageVisits
  readonly cookies: () => CookieSettings
  readonly returnRule: () => ReturnRule
  readonly brands: ReadonlySet<string>
}

/** Binds the callback to the browser that started (S-061). SameSite=None, because Apple's callback is a cross-site form post. */
const BROWSER_COOKIE = 'kerfSocial'
/** The `__Host-` prefix keeps sibling hosts from setting it. */
const SECURE_BROWSER_COOKIE = `__Host-${BROWSER_COOKIE}`
const BROWSER_COOKIE_SECONDS = 900
const FORM_MAX_BYTES = 16 * 1024
export const RATE_LIMIT = { limit: 60, seconds: 600 }

/** As in the calls. Another value counts as none. */
const toAgreement = (value: string | undefined): SignInAgreement =>
  value === 'true' ? true : value === 'ask' ? 'ask' : undefined

const isRejectedBeforeStart = (errorName: ErrorName): boolean =>
  errorName === 'ip_ban' || errorName === 'too_many_requests'

export function socialBrowserRoutes(http: FastifyInstance, deps: SocialBrowserDependencies): void {
  const browserCookie = (value: string): string => {
    const { https, host } = deps.cookies()
    const loopback = host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'
    const site = https || loopback ? 'SameSite=None; Secure' : 'SameSite=Lax'
    const name = https
      ? `${SECURE_BROWSER_COOKIE}=${value}; Path=/`
      : `${BROWSER_COOKIE}=${value}; Path=/oauth`
    return `${name}; HttpOnly; Max-Age=${BROWSER_COOKIE_SECONDS}; ${site}`
  }
  const browserOf = (request: FastifyRequest): string[] =>
    cookieValues(request.headers.cookie, deps.cookies().https ? SECURE_BROWSER_COOKIE : BROWSER_COOKIE)

  /** Throws `ip_ban`, `too_many_requests`. No result is stored for such a visit; the result page gets the code instead of a name. */
  const admit = (request: FastifyRequest): Promise<void> => deps.visits.admit(request, 'social', RATE_LIMIT)

  const redirectToResult = (reply: FastifyReply, lang: string, brand: string, result: string): FastifyReply =>
    redirectFromVisit(reply, `/${lang}/authcb${brand === DEFAULT_BRAND ? '' : `?o=${brand}`}#${result}`)

  /**
   * The account that connects: of a bind ticket, which a page of this host created, or of the cookies of a session with two recent
   * proofs. Throws 20102, 20107, 20206, 20101.
   */
  const resolveBinder = async (request: FastifyRequest, ut: string | undefined): Promise<Binder> => {
    // CSRF: another site must not start a connection, neither with the visitor's cookie nor with a ticket of the attacker.
    const site = request.headers['sec-fetch-site']
    if (site === 'cross-site') throw new ApiError('authority')
    if (ut !== undefined) {
      // A page on a sibling host, or an address that the person opened, may carry the attacker's ticket, and the sibling may
      // hide the visitor's session behind a second cookie: the visitor's identity would open the attacker's account.
      const tokens = cookieValues(request.headers.cookie, TOKEN_COOKIE)
      if ((site !== undefined && site !== 'same-origin') || tokens.length > 1) throw new ApiError('authority')
    }
    const session = await deps.visits.signedIn(request)
    if (ut !== undefined) {
      const { uid, session: handle, isRecentlyAuthenticated } = await deps.tickets.consumeForBinding(ut)
      if (session && session.uid !== uid) throw new ApiError('authority')
      // Old engines, and any on plain http, do not name the site: only the browser that created the ticket has the companion.
      if (
        site === undefined &&
        !(await hasCompanion(deps.db, { uid, handle }, deps.visits.callerOf(request)))
      )
        throw new ApiError('proof_required')
      if (!isRecentlyAuthenticated) throw new ApiError('proof_required')
      return { uid, session: handle }
    }
    if (!session) throw new ApiError('expired_login')
    if (session.kind !== 'personal') throw new ApiError('authority')
    // A page on a sibling host can send the browser here, too, and the browser adds every cookie of this host.
    if (site !== undefined && site !== 'same-origin') throw new ApiError('proof_required')
    await assertTwoProofs(deps.db, session, deps.visits.callerOf(request))
    return { uid: session.uid, session: session.handle }
  }

  const handleStart = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = deps.visits.callerOf(request)
    const one = (name: string): string | undefined => singleParameter(request, name)
    const { channel } = request.params as { channel: string }
    const op = one('op') === 'bind' ? 'bind' : 'login'
    const wanted = one('lang')
    const lang: Language = wanted === undefined ? caller.lang : toLanguage(wanted)
    const app = deps.visits.visitApp(request)
    const brand = deps.brands.has(app.brand) ? app.brand : DEFAULT_BRAND
    const uri = acceptReturnUrl(one('uri'), deps.returnRule()) ?? ''
    try {
      await admit(request)
      const binder = op === 'bind' ? await resolveBinder(request, one('ut')) : null
      const [storedBrowser] = browserOf(request)
      const browser = isToken(storedBrowser) ? storedBrowser : randomToken()
      const to = await deps.startSocialSignIn({
        channel,
        op,
        lang,
        clientId: one('cid'),
        uri,
        binder,
        browser,
        brand,
        app,
        cookieOptions: queryCookieOptions(request),
        agreement: toAgreement(one('agreement')),
      })
      reply.header('set-cookie', browserCookie(browser))
      return redirectFromVisit(reply, to.href)
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      const { code } = ERRORS[errorName]
      if (isRejectedBeforeStart(errorName)) return redirectToResult(reply, lang, brand, String(code))
      const result = await deps.results.save({ code, utoken: '', flow: '', op, channel, created: false, uri })
      return redirectToResult(reply, lang, brand, result)
    }
  }

  const handleCallback = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { channel } = request.params as { channel: string }
    const query = new URLSearchParams(
      request.method === 'POST' && typeof request.body === 'string'
        ? request.body
        : request.url.split('?')[1],
    )
    const [browser = '', ...more] = browserOf(request)
    const caller = deps.visits.callerOf(request)
    try {
      await admit(request)
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      return redirectToResult(reply, caller.lang, caller.app.brand, String(ERRORS[errorName].code))
    }
    const finished = await deps.finishSocialSignIn(channel, query, more.length === 0 ? browser : '', caller)
    const { signedIn } = finished
    if (signedIn) {
      const settings = deps.cookies()
      warnIfCorrected(settings, finished.cookieOptions, request.log)
      reply.header('set-cookie', signInCookies(settings, finished.cookieOptions, signedIn))
    }
    return redirectToResult(reply, finished.lang, finished.brand, finished.result)
  }

  // Form bodies are parsed in this scope only: Apple's callback is a form post.
  http.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    for (const base of ['', '/v1']) {
      // A HEAD request must not consume the pending request.
      scope.get(`${base}/oauth/:channel/auth`, { exposeHeadRoute: false }, handleStart)
      scope.get(`${base}/oauth/:channel/callback`, { exposeHeadRoute: false }, handleCallback)
      scope.post(`${base}/oauth/:channel/callback`, handleCallback)
    }
  })
}
