/** Mounts the provider below `/oidc/` and its two documents at the root, and the calls of its screens. */
import { answerAuthorization, describeAuthorization } from '@kerf/contract/endpoints/openid'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageVisits, redirectFromVisit } from '../../platform/http/page-visit.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import type { AuthorizationFlows } from './authorization-flow.ts'
import { ROUTES } from './create-provider.ts'
import type { OpenIdProvider } from './openid-provider.ts'

export interface OpenIdRouteDependencies {
  readonly openid: OpenIdProvider
  readonly flows: AuthorizationFlows
  readonly visits: PageVisits
}

const FORM_MAX_BYTES = 16 * 1024
/** Of a network: a class or an office may log in at once. */
const VISITS = { limit: 600, seconds: 600 }
/** The documents change with the keys, which are published a day before they sign. */
const DOCUMENT_CACHE = 'public, max-age=3600'
/** Of the page that posts the result to the app, if the app wants it so. The provider adds the hash of its script. */
const FORM_POST_POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export function openIdRoutes(
  http: FastifyInstance,
  add: AddRoute,
  { openid, flows, visits }: OpenIdRouteDependencies,
): void {
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

  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await visits.admit(request, 'openid', VISITS)
    reply.headers({ 'content-security-policy': FORM_POST_POLICY, 'referrer-policy': 'no-referrer' })
    const { flow } = request.params as { flow?: string }
    if (flow !== undefined) await flows.dropForeignAnswer(flow, await openid.signedIn(request))
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
  ])
    get(url, document)
  get(ROUTES.authorization, visit)
  get(`${ROUTES.authorization}/:flow`, visit)

  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    // Core, section 3.1.2.1, wants both methods. As a GET of its own the request carries the cookies of this browser,
    // however strict they are.
    scope.post(ROUTES.authorization, async (request, reply) => {
      await visits.admit(request, 'openid', VISITS)
      const body = typeof request.body === 'string' ? request.body : ''
      return redirectFromVisit(reply, `${ROUTES.authorization}?${new URLSearchParams(body)}`)
    })
  })
  http.register(async scope => {
    // The provider reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const { token, pushed_authorization_request: par, introspection, revocation, userinfo } = ROUTES
    for (const url of [token, par, introspection, revocation, userinfo]) {
      scope.post(url, answer)
      scope.options(url, answer)
    }
    scope.get(userinfo, { exposeHeadRoute: false }, answer)
  })

  add(describeAuthorization, async ({ flow }, { getOptionalSession, caller }) =>
    flows.describe(flow, await getOptionalSession(), caller),
  )
  add(answerAuthorization, async (input, { getOptionalSession, caller }) =>
    flows.answer(input, await getOptionalSession(), caller),
  )
}
