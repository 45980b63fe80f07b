/** What verifiers of credentials load: issuer, achievements, public keys, revoked credentials. Readable by every origin. */
import type { LoadedBrand } from '@kerf/brands/registry'
import { CERTIFICATE_COURSES } from '@kerf/contract/endpoints/training'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import { listRevokedNumbers } from './certificate-store.ts'
import { type CredentialKeyRow, listPublishedKeys } from './credential-key-store.ts'
import { KEY_SET_MAX_AGE_SECONDS } from './credential-keys.ts'
import type { BadgeCourses } from './issue-credential.ts'
import { achievementOf, credentialUri, keyUrl, OPEN_BADGES_PATH, profileOf } from './open-badge.ts'

const REVOCATIONS_MAX_AGE_SECONDS = 300

export interface OpenBadgeRoutesDependencies extends Pick<PlatformServices, 'db' | 'publicUrl'> {
  readonly courses: BadgeCourses
  readonly issuer: LoadedBrand
}

const send = (reply: FastifyReply, body: unknown, type: string, maxAgeSeconds: number) =>
  reply
    .type(type)
    .headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': `public, max-age=${maxAgeSeconds}`,
    })
    .send(JSON.stringify(body))

export function openBadgeRoutes(
  http: FastifyInstance,
  { db, courses, publicUrl, issuer: { brand } }: OpenBadgeRoutesDependencies,
): void {
  const issuer = () => ({ origin: publicUrl().origin, brand })

  /** The id is the URL that tokens name in their header. */
  const publish = ({ kid, public_key }: CredentialKeyRow) => ({
    ...public_key,
    kid: keyUrl(issuer().origin, kid),
  })

  http.get(`${OPEN_BADGES_PATH}/issuer.json`, (_request, reply) =>
    send(reply, profileOf(issuer()), 'application/json', KEY_SET_MAX_AGE_SECONDS),
  )
  http.get<{ Params: { file: string } }>(`${OPEN_BADGES_PATH}/achievements/:file`, (request, reply) => {
    const id = CERTIFICATE_COURSES.find(course => request.params.file === `${course}.json`)
    const course = id && courses.get(id)
    if (!course) return reply.callNotFound()
    const achievement = achievementOf(issuer().origin, { ...course, id }, 'en')
    return send(reply, achievement, 'application/json', KEY_SET_MAX_AGE_SECONDS)
  })
  http.get(`${OPEN_BADGES_PATH}/jwks.json`, async (_request, reply) => {
    const keys = (await listPublishedKeys(db)).map(publish)
    return send(reply, { keys }, 'application/jwk-set+json', KEY_SET_MAX_AGE_SECONDS)
  })
  http.get<{ Params: { file: string } }>(`${OPEN_BADGES_PATH}/keys/:file`, async (request, reply) => {
    const key = (await listPublishedKeys(db)).find(({ kid }) => request.params.file === `${kid}.json`)
    if (!key) return reply.callNotFound()
    return send(reply, publish(key), 'application/jwk+json', KEY_SET_MAX_AGE_SECONDS)
  })
  // 1EdTech Revocation List Status Method 1.0.
  http.get(`${OPEN_BADGES_PATH}/revocations.json`, async (_request, reply) => {
    const { origin } = issuer()
    const revokedCredential = (await listRevokedNumbers(db)).map(({ number }) => ({
      id: credentialUri(origin, number),
      revoked: true,
    }))
    const list = {
      id: `${origin}${OPEN_BADGES_PATH}/revocations.json`,
      issuer: profileOf(issuer()).id,
      revokedCredential,
    }
    return send(reply, list, 'application/json', REVOCATIONS_MAX_AGE_SECONDS)
  })
}
