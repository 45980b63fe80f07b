/** The two addresses a browser itself visits: out to the provider, and back. Both end on another page, never on text. */

import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import { type Language, toLanguage } from '@kerf/contract/language'
import { acceptReturnUrl, type ReturnRule } from '@kerf/contract/return-url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  type CookieSettings,
  cookieValues,
  NO_COOKIE_OPTIONS,
  signInCookies,
} from '../../platform/http/cookies.ts'
import { leave, parameter, type Visits } from '../../platform/http/visit.ts'
import { isToken, randomToken } from '../../platform/keys/secrets.ts'
import { assertRecentAuthentication } from '../login/reauthenticate.ts'
import type { Tickets } from '../ticket/tickets.ts'
import { errorNameOf, type FinishSocialSignIn } from './finish-social-sign-in.ts'
import type { Binder, createStartSocialSignIn } from './start-social-sign-in.ts'

export interface SocialBrowserDependencies {
  readonly begin: ReturnType<typeof createStartSocialSignIn>
  readonly finish: FinishSocialSignIn
  readonly tickets: Tickets
  readonly visits: Visits
  readonly cookies: () => CookieSettings
  readonly returnRule: () => ReturnRule
  readonly brands: ReadonlySet<string>
}

/** Ties what comes back to the browser that went (S-061); sent on the provider's form post too, hence SameSite none. */
const BROWSER_COOKIE = 'kerfSocial'
/** On https no sibling host can plant it. */
const SECURE_BROWSER_COOKIE = `__Host-${BROWSER_COOKIE}`
const RATE_LIMIT = { limit: 60, seconds: 600 }

const isRejectedBeforeStart = (errorName: ErrorName): boolean =>
  errorName === 'ip_ban' || errorName === 'too_many_requests'

export function socialBrowserRoutes(http: FastifyInstance, of: SocialBrowserDependencies): void {
  const browserCookie = (value: string): string => {
    const { https, host } = of.cookies()
    const loopback = host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'
    const site = https || loopback ? 'SameSite=None; Secure' : 'SameSite=Lax'
    const name = https
      ? `${SECURE_BROWSER_COOKIE}=${value}; Path=/`
      : `${BROWSER_COOKIE}=${value}; Path=/oauth`
    return `${name}; HttpOnly; Max-Age=900; ${site}`
  }
  const browserOf = (request: FastifyRequest): string[] =>
    cookieValues(request.headers.cookie, of.cookies().https ? SECURE_BROWSER_COOKIE : BROWSER_COOKIE)

  /** Throws 20105, 20429: nothing is kept of such a visit, its code stands in place of a result's name. */
  const admit = (request: FastifyRequest): Promise<void> => of.visits.admit(request, 'social', RATE_LIMIT)

  const showResult = (reply: FastifyReply, lang: string, brand: string, result: string): FastifyReply =>
    leave(reply, `/${lang}/authcb${brand === DEFAULT_BRAND ? '' : `?o=${brand}`}#${result}`)

  /** Who connects: a bind ticket, or the cookie of a session with fresh proof. Throws 20102, 20107, 20206, 20101. */
  const connecting = async (request: FastifyRequest, ut: string | undefined): Promise<Binder> => {
    // A link of another site must not begin a connection: not with the visitor's cookie, nor with the linker's ticket.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('authority')
    const session = await of.visits.signedIn(request)
    if (ut !== undefined) {
      const { uid, session: handle, isRecentlyAuthenticated } = await of.tickets.consumeForBinding(ut)
      if (session && session.uid !== uid) throw new ApiError('authority')
      if (!isRecentlyAuthenticated) throw new ApiError('proof_required')
      return { uid, session: handle }
    }
    if (!session) throw new ApiError('expired_login')
    if (session.kind !== 'personal') throw new ApiError('authority')
    assertRecentAuthentication(session)
    return { uid: session.uid, session: session.handle }
  }

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = of.visits.callerOf(request)
    const one = (name: string): string | undefined => parameter(request, name)
    const { channel } = request.params as { channel: string }
    const op = one('op') === 'bind' ? 'bind' : 'login'
    const wanted = one('lang')
    const lang: Language = wanted === undefined ? caller.lang : toLanguage(wanted)
    const named = one('appOrigin') ?? one('appCode') ?? ''
    const brand = of.brands.has(named) ? named : DEFAULT_BRAND
    const uri = acceptReturnUrl(one('uri'), of.returnRule()) ?? ''
    try {
      await admit(request)
      const binder = op === 'bind' ? await connecting(request, one('ut')) : null
      const [kept] = browserOf(request)
      const browser = isToken(kept) ? kept : randomToken()
      const to = await of.begin({ channel, op, lang, clientId: one('cid'), uri, binder, browser, brand })
      reply.header('set-cookie', browserCookie(browser))
      return leave(reply, to.href)
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      const { code } = ERRORS[errorName]
      if (isRejectedBeforeStart(errorName)) return showResult(reply, lang, brand, String(code))
      const result = await of.finish.keep({ code, utoken: '', flow: '', op, channel, created: false, uri })
      return showResult(reply, lang, brand, result)
    }
  }

  const callback = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { channel } = request.params as { channel: string }
    const query = new URLSearchParams(
      request.method === 'POST' && typeof request.body === 'string'
        ? request.body
        : request.url.split('?')[1],
    )
    const [browser = '', ...more] = browserOf(request)
    const caller = of.visits.callerOf(request)
    try {
      await admit(request)
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      return showResult(reply, caller.lang, caller.app.origin, String(ERRORS[errorName].code))
    }
    const finished = await of.finish.finish(channel, query, more.length === 0 ? browser : '', caller)
    const { signedIn } = finished
    if (signedIn) reply.header('set-cookie', signInCookies(of.cookies(), NO_COOKIE_OPTIONS, signedIn))
    return showResult(reply, finished.lang, finished.brand, finished.result)
  }

  // Encapsulated: only here is a form read, which Apple answers with.
  http.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, body),
    )
    for (const base of ['', '/v1']) {
      // A look at the head only must not use anything up.
      scope.get(`${base}/oauth/:channel/auth`, { exposeHeadRoute: false }, begin)
      scope.get(`${base}/oauth/:channel/callback`, { exposeHeadRoute: false }, callback)
      scope.post(`${base}/oauth/:channel/callback`, callback)
    }
  })
}
