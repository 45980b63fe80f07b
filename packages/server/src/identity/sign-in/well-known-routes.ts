/**
 * Well-known addresses (RFC 8615): `change-password` and `passkey-endpoints`, which password managers open; `webauthn`, the hosts that share
 * the portal's passkeys, and for their own formats the apps that do.
 */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { portalPath } from '@kerf/contract/portal-routes'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { languageOf } from '../../web/request/request-reader.ts'
import type { PageVisits } from '../session/session-guard.ts'

interface WellKnown {
  /** origins of PASSPORT_HOSTS */
  readonly siblings: readonly string[]
  readonly visits: PageVisits
  readonly publicUrl: () => URL
  readonly config: Pick<Config, 'androidApps' | 'appleApps' | 'robots'>
}

export function wellKnownRoutes(
  http: FastifyInstance,
  { siblings, visits, publicUrl, config }: WellKnown,
): void {
  // A visitor who is not signed in is led from there to the login and back.
  http.get('/.well-known/change-password', async (request, reply) => {
    const isEnterprise = (await visits.signedIn(request))?.kind === 'enterprise'
    const page = `${isEnterprise ? 'profile-business' : 'profile'}/security/password` as const
    return reply
      .code(302)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .header('location', portalPath(languageOf(request), page))
      .send()
  })

  const json = (path: string, read: () => unknown): void => {
    http.get(path, (_request, reply) =>
      reply
        .type('application/json')
        .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
        .send(JSON.stringify(read())),
    )
  }
  // Related origins (WebAuthn section 5.11) are sibling portals only: an app that is named here could use the portal's passkeys.
  json('/.well-known/webauthn', () => ({ origins: siblings }))
  json('/.well-known/passkey-endpoints', () => {
    const page = new URL(portalPath('en', 'profile/security/passkey'), publicUrl()).href
    return { enroll: page, manage: page }
  })
  // Credentials only: links of the portal open in the browser, whatever apps are installed.
  if (config.androidApps.length > 0)
    json('/.well-known/assetlinks.json', () =>
      config.androidApps.map(app => {
        const [name, fingerprint = ''] = app.split('/')
        return {
          relation: ['delegate_permission/common.get_login_creds'],
          target: {
            namespace: 'android_app',
            package_name: name,
            sha256_cert_fingerprints: [fingerprint.toUpperCase()],
          },
        }
      }),
    )
  if (config.appleApps.length > 0)
    json('/.well-known/apple-app-site-association', () => ({ webcredentials: { apps: config.appleApps } }))
  if (config.robots)
    http.get('/robots.txt', (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
        .send(`User-agent: *\n${config.robots === 'allow' ? 'Allow' : 'Disallow'}: /\n`),
    )
}
