/** Headers of answers that pages of other origins may read. */
import {
  APP_HEADERS,
  COMPANION_HEADER,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  TIME_ZONE_HEADER,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAllowedOrigin, type OriginRule } from './request/origins.ts'

const ALLOWED_HEADERS = [
  'content-type',
  TOKEN_HEADER,
  LANGUAGE_HEADER,
  ...Object.values(APP_HEADERS),
  TIME_ZONE_HEADER,
  IDEMPOTENCY_HEADER,
  COMPANION_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  COOKIE_PARTITIONED_HEADER,
].join(', ')

/** Sets the headers of a call of the API. True: the call was a preflight, which is answered. */
export function answersPreflight(request: FastifyRequest, reply: FastifyReply, origins: OriginRule): boolean {
  reply
    .header('vary', 'Origin')
    .header('cross-origin-resource-policy', 'same-site')
    .header('referrer-policy', 'no-referrer')
  const { origin } = request.headers
  if (origin === undefined || !isAllowedOrigin(origin, origins)) return false
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'retry-after, x-request-id')
  if (request.method !== 'OPTIONS') return false
  void reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', '600')
    .send()
  return true
}
