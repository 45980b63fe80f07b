/** Mounts the provider below `/oidc/` and its two documents at the root, and the calls of its screens. */

import {
  activateDevice,
  answerAuthorization,
  answerLogout,
  describeAuthorization,
  describeDevice,
  describeLogout,
  getPairingOutcome,
  listGrantedApps,
  withdrawApp,
} from '@kerf/contract/endpoints/openid'
import type { Language } from '@kerf/contract/language'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import { redirectFromVisit } from '../../web/page-visit.ts'
import { type CookieSettings, cookieValues, NO_COOKIE_OPTIONS } from '../../web/request/cookies.ts'
import type { OpenIdClient } from '../app/app-registry.ts'
import { signOut } from '../session/answer-cookies.ts'
import { signOutCookies } from '../session/session-cookies.ts'
import type { AddRoute, PageVisits } from '../session/session-guard.ts'
import { type AuthorizationFlows, describeClient } from './authorization-flow.ts'
import { RESUME_COOKIE, ROUTES } from './create-provider.ts'
import type { DeviceActivation } from './device-activation.ts'
import type { GrantedApps } from './granted-apps.ts'
import { failurePage, logoutFailurePage, type OpenIdProvider } from './openid-provider.ts'
import type { RpLogout } from './rp-logout.ts'

export interface OpenIdRouteDependencies {
  readonly openid: OpenIdProvider
  readonly flows: AuthorizationFlows
  readonly logouts: RpLogout
  readonly devices: DeviceActivation
  readonly granted: GrantedApps
  readonly findClient: (clientId: string) => OpenIdClient | undefined
  readonly visits: PageVisits
  readonly cookies: () => CookieSettings
}

const FORM_MAX_BYTES = 16 * 1024
/** Of a network: a class or an office may log in at once. */
const VISITS = { limit: 600, seconds: 600 }
/** Of a network: each request is stored. More for PAR: the network may be that of app servers, which send requests for many people. */
const STORED_REQUESTS = {
  [ROUTES.device_authorization]: { limit: 120, seconds: 600 },
  [ROUTES.pushed_authorization_request]: { limit: 6_000, seconds: 600 },
}
/** The documents change with the keys, which are published a day before they sign. */
const DOCUMENT_CACHE = `public, max-age=${HOUR_SECONDS}`
/** Of the page that posts the result to the app, if the app wants it so. The provider adds the hash of its script. */
const FORM_POST_POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The answer in the form that servers of apps expect (RFC 6749, section 5.2); undefined: the error is no refusal of the network. */
function refusalOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  const headers = { 'cache-control': 'no-store' }
  switch (error.errorName) {
    case 'ip_ban':
      return {
        status: 403,
        headers,
        body: { error: 'access_denied', error_description: 'this network is banned' },
      }
    case 'too_many_requests':
      return {
        status: 429,
        headers: { ...headers, 'retry-after': String(error.retryAfter ?? 1) },
        body: { error: 'temporarily_unavailable', error_description: 'too many requests of this network' },
      }
    default:
      return undefined
  }
}

export function openIdRoutes(http: FastifyInstance, add: AddRoute, deps: OpenIdRouteDependencies): void {
  const { openid, flows, logouts, visits } = deps
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    openid.handle(
      request,
      () => {
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
      },
      reply.raw,
    )

  const showFailure = (request: FastifyRequest, reply: FastifyReply, lang: Language, error: string) =>
    redirectFromVisit(reply, failurePage(lang, error, request.id))

  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    await visits.admit(request, 'openid', VISITS)
    reply.headers({ 'content-security-policy': FORM_POST_POLICY, 'referrer-policy': 'no-referrer' })
    const { flow } = request.params as { flow?: string }
    if (flow !== undefined) {
      // The provider continues the request that the cookie names, whatever the address says.
      if (cookieValues(request.headers.cookie, RESUME_COOKIE).some(named => named !== flow))
        return showFailure(request, reply, openid.languageFor(request, undefined), 'invalid_request')
      await flows.dropForeignAnswer(flow, await openid.signedIn(request))
    }
    await answer(request, reply)
  }

  const get = (
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    // A HEAD request must not use up a pending request.
    http.get(url, { exposeHeadRoute: false }, handler)
  }
  const document = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', DOCUMENT_CACHE)
    return answer(request, reply)
  }
  for (const url of [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    ROUTES.jwks,
  ]) {
    get(url, document)
    http.options(url, answer)
  }
  get(ROUTES.authorization, visit)
  get(`${ROUTES.authorization}/:flow`, visit)

  const logOut = async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: URLSearchParams,
  ): Promise<unknown> => {
    await visits.admit(request, 'openid', VISITS)
    // As for every parameter of OAuth: given twice, it counts as missing (S-035).
    const one = (name: string): string | undefined => {
      const [value, ...more] = query.getAll(name)
      return more.length === 0 && value !== '' ? value : undefined
    }
    const lang = openid.languageFor(request, one('ui_locales'))
    const step = await logouts.start(
      {
        id_token_hint: one('id_token_hint'),
        client_id: one('client_id'),
        post_logout_redirect_uri: one('post_logout_redirect_uri'),
        state: one('state'),
        // Old browsers do not send the header.
        isNavigation: (request.headers['sec-fetch-mode'] ?? 'navigate') === 'navigate',
      },
      await visits.signedIn(request),
      visits.callerOf(request),
    )
    if (step.kind === 'failure')
      return redirectFromVisit(reply, logoutFailurePage(lang, step.error, request.id))
    if (step.kind === 'ask') return redirectFromVisit(reply, `/${lang}/authorize/logout?flow=${step.flow}`)
    reply.header('set-cookie', signOutCookies(deps.cookies(), NO_COOKIE_OPTIONS))
    return redirectFromVisit(reply, step.location ?? `/${lang}/login`)
  }
  const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1])
  get(ROUTES.end_session, (request, reply) => logOut(request, reply, queryOf(request)))
  // The short address that a device shows.
  get(ROUTES.code_verification, async (request, reply) => {
    const query = new URLSearchParams(request.query as Record<string, string>)
    const code = query.get('user_code')
    const page = `/${openid.languageFor(request, undefined)}/activate`
    return redirectFromVisit(reply, code ? `${page}?${new URLSearchParams({ user_code: code })}` : page)
  })

  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    // Core, section 3.1.2.1, demands both methods. The redirect to a GET makes the browser send cookies of SameSite=Lax, too.
    for (const url of [ROUTES.authorization, ROUTES.end_session])
      scope.post(url, async (request, reply) => {
        await visits.admit(request, 'openid', VISITS)
        const body = typeof request.body === 'string' ? request.body : ''
        return redirectFromVisit(reply, `${url}?${new URLSearchParams(body)}`)
      })
  })
  http.register(async scope => {
    // The provider reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const { token, pushed_authorization_request: par, introspection, revocation, userinfo } = ROUTES
    const { device_authorization: device } = ROUTES
    for (const url of [token, par, introspection, revocation, userinfo, device]) {
      const admitted = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        try {
          await visits.admit(request, `openid.${url.split('/')[2]}`, STORED_REQUESTS[url])
        } catch (error) {
          const refusal = refusalOf(error)
          if (!refusal) throw error
          return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
        }
        // A body that names no type is the only one that is expected here.
        request.raw.headers['content-type'] ??= 'application/x-www-form-urlencoded'
        await answer(request, reply)
      }
      scope.post(url, admitted)
      scope.options(url, answer)
      if (url === userinfo) scope.get(url, { exposeHeadRoute: false }, admitted)
    }
  })

  addPageCalls(add, deps)
}

/** The calls of the screens: consent, logout, devices, and the list of granted apps. */
function addPageCalls(add: AddRoute, deps: OpenIdRouteDependencies): void {
  const { flows, logouts, devices, granted } = deps
  add(describeAuthorization, async ({ flow }, context) =>
    flows.describe(flow, await context.findSession(), context.caller),
  )
  add(answerAuthorization, async (input, context) =>
    flows.answer(input, await context.findSession(), context.caller),
  )
  add(describeLogout, async ({ flow }) => {
    const found = await logouts.describe(flow)
    if (!found) throw new ApiError('expired')
    const client = deps.findClient(found.clientId)
    return { client: client ? describeClient(client) : null }
  })
  add(answerLogout, async ({ flow }, context) => {
    const answered = await logouts.answer(flow, await context.findSession(), context.caller)
    if (!answered) throw new ApiError('expired')
    signOut(context)
    return answered
  })
  add(describeDevice, (input, { session, caller }) => devices.describe(input, session, caller))
  add(activateDevice, (input, { session, caller }) => devices.answer(input, session, caller))
  add(getPairingOutcome, (input, { session }) => devices.outcome(input, session))
  add(listGrantedApps, (_, { session }) => granted.list(session.uid))
  add(withdrawApp, ({ clientId }, { session, caller }) => granted.withdraw(session, clientId, caller))
}
