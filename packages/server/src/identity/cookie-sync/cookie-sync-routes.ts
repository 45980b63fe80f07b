/** `/v1/cookie/*`: URLs that browsers visit and pages call; they answer with redirects and cookies (S-040 to S-043). */
import { ADD_COOKIES_PATH, probeCookies, setCookies } from '@kerf/contract/endpoints/cookie-sync'
import { acceptReturnUrl } from '@kerf/contract/return-url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import { redirectFromVisit } from '../../web/page-visit.ts'
import { cookieDomain, cookieValues } from '../../web/request/cookies.ts'
import { cookieOptionsQuery, queryCookieOptions } from '../../web/request/request-reader.ts'
import { singleParameter } from '../../web/request/single-parameter.ts'
import { successBody } from '../../web/success-body.ts'
import { type CookieSyncDependencies, homeUrl, JSON_TYPE, RATE_LIMIT } from './cookie-sync-dependencies.ts'
import {
  createConfirmation,
  createPageAccess,
  createSetCookies,
  createTokenCookies,
  type PageAccess,
} from './set-cookies-routes.ts'

const PROBE_COOKIE = 'kerfProbe'
const PROBE_COOKIE_SECONDS = 60
const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_MAX_BYTES = 8 * 1024

export function cookieSyncRoutes(http: FastifyInstance, deps: CookieSyncDependencies): void {
  const access = createPageAccess(deps)
  const tokens = createTokenCookies(deps)
  http.get(setCookies.path, { exposeHeadRoute: false }, createSetCookies(deps, access, tokens))
  http.register(async scope => {
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(setCookies.path, { bodyLimit: FORM_MAX_BYTES }, createConfirmation(deps, tokens))
  })
  http.get(ADD_COOKIES_PATH, { exposeHeadRoute: false }, createAddCookies(deps))
  http.get(probeCookies.path, { exposeHeadRoute: false }, createProbe(deps, access))
}

function createAddCookies(deps: CookieSyncDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const target = acceptReturnUrl(singleParameter(request, 'target'), deps.returnRule()) ?? homeUrl(deps)
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
}

function createProbe(deps: CookieSyncDependencies, { allowCredentialedRead }: PageAccess) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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
}

/** Comma-separated indexes; anything else is ignored. */
const parseIndexes = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .filter(part => /^\d{1,3}$/.test(part))
    .map(Number)
