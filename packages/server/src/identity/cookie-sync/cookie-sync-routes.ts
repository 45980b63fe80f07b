/** `/v1/cookie/*`: visited by browsers, answered by redirects and cookies (specification 7, decisions 4, S-040 to S-043). */

import { isTicket } from '@kerf/contract/endpoints/ticket'
import { acceptReturnUrl, type ReturnRule } from '@kerf/contract/return-url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  type CookieSettings,
  clearedTokenCookies,
  cookieDomain,
  cookieValues,
  NO_COOKIE_OPTIONS,
  signInCookies,
  tokenCookie,
} from '../../platform/http/cookies.ts'
import { refusal, success } from '../../platform/http/envelope.ts'
import { isAllowedOrigin, type OriginRule } from '../../platform/http/origins.ts'
import { languageOf } from '../../platform/http/request-reader.ts'
import type { SessionCheck } from '../../platform/http/session-claims.ts'
import { leave, parameter, type Visits } from '../../platform/http/visit.ts'
import type { Tickets } from '../ticket/tickets.ts'
import type { createCookieChain } from './cookie-chain.ts'

export interface CookieSyncRoutes {
  readonly sessions: SessionCheck
  readonly tickets: Tickets
  readonly visits: Visits
  readonly nextHop: ReturnType<typeof createCookieChain>
  readonly sisters: readonly string[]
  readonly cookies: () => CookieSettings
  readonly publicUrl: () => URL
  readonly origins: OriginRule
  readonly returnRule: () => ReturnRule
}

const CHAIN = '/v1/cookie/add-cookies'
const PROBE_COOKIE = 'kerfProbe'
const VISITS = { limit: 120, seconds: 600 }

export function cookieSyncRoutes(http: FastifyInstance, of: CookieSyncRoutes): void {
  /** Pages of sister hosts and brands may read the answer with their cookies; nobody else may. */
  const allowReading = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = request.headers
    const allowed =
      origin !== undefined && (of.sisters.includes(origin) || isAllowedOrigin(origin, of.origins))
    if (allowed)
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      })
    return allowed
  }

  /** A visit by a person, or a call of a page that may: never a preview, a prefetch or an image in a stranger's page (T-43). */
  const isMeant = (request: FastifyRequest, readable: boolean): boolean => {
    const { 'sec-fetch-dest': dest, 'sec-purpose': purpose, purpose: old } = request.headers
    if (purpose !== undefined || old !== undefined) return false
    // In a frame of anyone's page only a ticket counts: a token of one's own there would sign a stranger in (T-43).
    if (dest === 'iframe') return isTicket(parameter(request, 'utoken') ?? '')
    return dest === undefined || dest === 'document' || (dest === 'empty' && readable)
  }

  const setCookies = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const readable = allowReading(request, reply)
    const caller = of.visits.callerOf(request)
    const next = parameter(request, 'next')
    const onward = wayBack(next, of.sisters)
    const settings = of.cookies()
    const token = asksToForget(request) ? '' : parameter(request, 'utoken')
    try {
      await of.visits.admit(request, 'cookie', VISITS)
      if (parameter(request, 'domain') !== cookieDomain(settings))
        throw new ApiError('bad_request', { fields: { domain: 'invalid' } })
      if (token === undefined || !isMeant(request, readable))
        throw new ApiError('bad_request', { fields: { utoken: 'required' } })
      const here = await of.visits.signedIn(request)
      if (token === '') {
        // Signed out elsewhere: what is dead goes, a live session stays.
        if (!here) reply.header('set-cookie', clearedTokenCookies(settings, NO_COOKIE_OPTIONS))
      } else if (isTicket(token)) {
        const given = await of.tickets.sync(token, of.publicUrl().origin, here, caller)
        if (given) reply.header('set-cookie', signInCookies(settings, NO_COOKIE_OPTIONS, given))
      } else {
        const session = await of.sessions.check(token)
        if (!session) throw new ApiError('expired_login')
        // Somebody else is signed in here: an address does not switch accounts (S-043).
        if (!here || here.uid === session.uid)
          reply.header('set-cookie', tokenCookie(settings, NO_COOKIE_OPTIONS, token, session.remember))
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (onward === undefined) {
        const answer = refusal(error, languageOf(request), request.id)
        return reply
          .code(answer.status)
          .headers(answer.headers)
          .type('application/json; charset=utf-8')
          .send(answer.body)
      }
    }
    if (onward !== undefined) return leave(reply, onward)
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(success({}, request.id))
  }

  const addCookies = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const home = new URL('/', of.publicUrl()).href
    const target = acceptReturnUrl(parameter(request, 'target'), of.returnRule()) ?? home
    try {
      await of.visits.admit(request, 'cookie-walk', VISITS)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return leave(reply, target)
    }
    const [step = 0] = numbers(parameter(request, 'step'))
    const skip = numbers(parameter(request, 'skip'))
    const session = await of.visits.signedIn(request)
    return leave(reply, await of.nextHop(session, { step, skip, target }))
  }

  const probe = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    allowReading(request, reply)
    const settings = of.cookies()
    const seen = cookieValues(request.headers.cookie, PROBE_COOKIE).length > 0
    return reply
      .header('set-cookie', `${PROBE_COOKIE}=1; Path=/v1/cookie; HttpOnly; Max-Age=60; SameSite=None; Secure`)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(success({ seen, domain: cookieDomain(settings) }, request.id))
  }

  http.get('/v1/cookie/set-cookies', { exposeHeadRoute: false }, setCookies)
  http.get(CHAIN, { exposeHeadRoute: false }, addCookies)
  http.get('/v1/cookie/probe', { exposeHeadRoute: false }, probe)
}

/** Whole numbers from 0, by comma; anything else is none. */
const numbers = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .filter(part => /^\d{1,3}$/.test(part))
    .map(Number)

/** `utoken=` with nothing behind it. */
const asksToForget = (request: FastifyRequest): boolean =>
  (request.query as Readonly<Record<string, unknown>>).utoken === ''

/** On to the sister that sent the browser here, and to nothing else of hers. */
function wayBack(next: string | undefined, sisters: readonly string[]): string | undefined {
  if (next === undefined || !URL.canParse(next)) return undefined
  const { origin, pathname, search } = new URL(next)
  return sisters.includes(origin) && pathname === CHAIN ? origin + pathname + search : undefined
}
