/** The two addresses a browser itself visits: out to the provider, and back. Both end on another page, never on text. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { type Language, toLanguage } from '@kerf/contract/language'
import { acceptReturnUrl, type ReturnRule } from '@kerf/contract/return-url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestTools } from '../http/route.ts'
import { type CookieSettings, cookieValues, deviceCookie, tokenCookie } from '../http/token-cookie.ts'
import { Fault } from '../lib/fault.ts'
import { isToken, randomToken } from '../lib/secrets.ts'
import type { Limiter } from '../limits/limiter.ts'
import { expectFreshProof } from '../login/prove-fresh.ts'
import type { SessionCheck } from '../session/check-session.ts'
import type { Tickets } from '../ticket/tickets.ts'
import type { createBeginSocial } from './begin-social.ts'
import { codeOfFault, type FinishSocial } from './finish-social.ts'

export interface BrowserRoutes {
  readonly begin: ReturnType<typeof createBeginSocial>
  readonly finish: FinishSocial
  readonly tickets: Tickets
  readonly sessions: SessionCheck
  readonly limiter: Limiter
  readonly cookies: () => CookieSettings
  readonly returnRule: () => ReturnRule
  readonly brands: ReadonlySet<string>
}

/** Ties what comes back to the browser that went (S-061); sent on the provider's form post too, hence SameSite none. */
const BROWSER_COOKIE = 'kerfSocial'
const BEGINNINGS = { limit: 60, seconds: 600 }

export function socialBrowserRoutes(http: FastifyInstance, tools: RequestTools, of: BrowserRoutes): void {
  const browserCookie = (value: string): string => {
    const { https, host } = of.cookies()
    const loopback = host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'
    const site = https || loopback ? 'SameSite=None; Secure' : 'SameSite=Lax'
    return `${BROWSER_COOKIE}=${value}; Path=/oauth; HttpOnly; Max-Age=900; ${site}`
  }

  const leave = (reply: FastifyReply, to: string): FastifyReply =>
    reply
      .code(303)
      .header('location', to)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send()

  const showResult = (reply: FastifyReply, lang: string, brand: string, result: string): FastifyReply =>
    leave(reply, `/${lang}/authcb${brand === DEFAULT_BRAND ? '' : `?o=${brand}`}#${result}`)

  /** Who connects: a bind ticket, or the cookie of a session with fresh proof. Throws 20102, 20107, 20206, 20101. */
  const connecting = async (request: FastifyRequest, ut: string | undefined): Promise<string> => {
    if (ut !== undefined) {
      const { uid, proved } = await of.tickets.bind(ut)
      if (!proved) throw new Fault(20107)
      return uid
    }
    // A link of another site must not begin a connection with the visitor's cookie.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new Fault(20102)
    const [token, ...more] = cookieValues(request.headers.cookie, 'utoken')
    const session = token !== undefined && more.length === 0 ? await of.sessions.check(token) : undefined
    if (!session) throw new Fault(20101)
    if (session.kind !== 'personal') throw new Fault(20102)
    expectFreshProof(session)
    return session.uid
  }

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = tools.callerOf(request)
    const query = request.query as Readonly<Record<string, unknown>>
    const one = (name: string): string | undefined => {
      const value = query[name]
      return typeof value === 'string' && value !== '' ? value : undefined
    }
    const { channel } = request.params as { channel: string }
    const op = one('op') === 'bind' ? 'bind' : 'login'
    const wanted = one('lang')
    const lang: Language = wanted === undefined ? caller.lang : toLanguage(wanted)
    const named = one('appOrigin') ?? one('appCode') ?? ''
    const brand = of.brands.has(named) ? named : DEFAULT_BRAND
    const uri = acceptReturnUrl(one('uri'), of.returnRule()) ?? ''
    try {
      await of.limiter.take({ key: `social:${caller.limitKey}`, ...BEGINNINGS })
      const uid = op === 'bind' ? await connecting(request, one('ut')) : null
      const kept = cookieValues(request.headers.cookie, BROWSER_COOKIE)[0]
      const browser = isToken(kept) ? kept : randomToken()
      const to = await of.begin({ channel, op, lang, clientId: one('cid'), uri, uid, browser, brand })
      reply.header('set-cookie', browserCookie(browser))
      return leave(reply, to.href)
    } catch (error) {
      const code = codeOfFault(error)
      if (code === undefined) throw error
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
    const [browser = '', ...more] = cookieValues(request.headers.cookie, BROWSER_COOKIE)
    const caller = tools.callerOf(request)
    const finished = await of.finish.finish(channel, query, more.length === 0 ? browser : '', caller)
    const { signedIn } = finished
    if (signedIn) {
      const wish = { sameSite: undefined, insecure: false }
      const cookies = [tokenCookie(of.cookies(), wish, signedIn.utoken, signedIn.remember)]
      if (signedIn.newDevice !== undefined) cookies.push(deviceCookie(of.cookies(), signedIn.newDevice))
      reply.header('set-cookie', cookies)
    }
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
      scope.get(`${base}/oauth/:channel/auth`, begin)
      scope.get(`${base}/oauth/:channel/callback`, callback)
      scope.post(`${base}/oauth/:channel/callback`, callback)
    }
  })
}
