/**
 * Well-known addresses (RFC 8615): `change-password`, which password managers open, and `webauthn`, the hosts that share the portal's
 * passkeys.
 */
import { portalPath } from '@kerf/contract/portal-routes'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../web/request/request-reader.ts'
import type { PageVisits } from '../session/call-guard.ts'

/** `siblings`: origins of PASSPORT_HOSTS. */
export function wellKnownRoutes(
  http: FastifyInstance,
  siblings: readonly string[],
  visits: PageVisits,
): void {
  // A visitor who is not signed in is led from there to the login and back.
  http.get('/.well-known/change-password', async (request, reply) => {
    const isEnterprise = (await visits.signedIn(request))?.kind === 'enterprise'
    const page = isEnterprise ? 'profile-business/settings' : 'profile/security'
    return reply
      .code(302)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .header('location', portalPath(languageOf(request), page))
      .send()
  })
  // Related origins (WebAuthn section 5.11) are sibling portals only: an app that is named here could use the portal's passkeys.
  http.get('/.well-known/webauthn', (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify({ origins: siblings })),
  )
}
