/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import type { FastifyInstance } from 'fastify'

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

/** `contact`: a URI; undefined: there is no `security.txt`. */
export function securityTextRoute(
  http: FastifyInstance,
  contact: string | undefined,
  publicUrl: () => URL,
): void {
  if (contact === undefined) return
  http.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .send(securityText(contact, publicUrl().origin, Date.now())),
  )
}
