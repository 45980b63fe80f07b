/**
 * Well-known addresses (RFC 8615): `change-password`, which password managers open, `webauthn`, the hosts that share the portal's
 * passkeys, and `security.txt` (RFC 9116), where to report a vulnerability.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { portalPath } from '@kerf/contract/portal-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageOf } from './request-reader.ts'
import type { SessionClaims } from './session-claims.ts'

export interface WellKnownDependencies {
  readonly publicUrl: () => URL
  /** origins of PASSPORT_HOSTS */
  readonly siblings: readonly string[]
  /** URI of the contact; undefined: there is no `security.txt` */
  readonly securityContact: string | undefined
  /** the session of this browser's cookie */
  readonly signedIn: (request: FastifyRequest) => Promise<SessionClaims | undefined>
}

/** Section 2.5.5 recommends less than a year. The date moves on every day, so it passes only where no server runs. */
const EXPIRES_AFTER_DAYS = 180

/** `nowMs`: milliseconds since 1970. */
export function securityText(contact: string, origin: string, nowMs: number): string {
  const dayMs = DAY_SECONDS * 1_000
  const expires = new Date((Math.floor(nowMs / dayMs) + EXPIRES_AFTER_DAYS) * dayMs)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en, zh',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\r\n')
}

export function wellKnownRoutes(
  app: FastifyInstance,
  { publicUrl, siblings, securityContact, signedIn }: WellKnownDependencies,
): void {
  // A visitor who is not signed in is led from there to the login and back.
  app.get('/.well-known/change-password', async (request, reply) => {
    const isEnterprise = (await signedIn(request))?.kind === 'enterprise'
    const page = isEnterprise ? 'profile-business/settings' : 'profile/security'
    return reply
      .code(302)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .header('location', portalPath(languageOf(request), page))
      .send()
  })
  // Related origins (WebAuthn section 5.11) are sibling portals only: an app that is named here could use the portal's passkeys.
  app.get('/.well-known/webauthn', (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify({ origins: siblings })),
  )
  if (securityContact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityText(securityContact, publicUrl().origin, Date.now())),
  )
}
