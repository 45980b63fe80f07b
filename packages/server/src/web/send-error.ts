import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../platform/errors/api-error.ts'
import { hasUnreadBody } from './connection-guard.ts'
import { errorResponse } from './envelope.ts'
import { languageOf } from './request/request-reader.ts'

/** A refusal that is opened as a document loads nothing and is shown in no frame. */
const REFUSAL_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Answers with an error: its envelope, with `retry-after` where the caller may try again (`envelope.ts`). */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  status?: number,
): FastifyReply {
  const { forDevelopers } = request.routeOptions.config
  const answer = errorResponse(error, languageOf(request), request.id, { status, forDevelopers })
  if (hasUnreadBody(request.raw)) reply.header('connection', 'close')
  return reply
    .code(answer.status)
    .headers({
      ...answer.headers,
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...REFUSAL_HEADERS,
    })
    .type('application/json; charset=utf-8')
    .send(answer.body)
}
