/** Decides who may make a call. The wing that owns sessions (`S`) and registered apps (`A`) implements it. */
import type { Endpoint } from '@kerf/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** account of the session that the call has resolved; a refusal before that costs no query */
    sessionUid: string | null
  }
}

export interface CallGuard<S, A> {
  /** The live session of the request's token. Sets `sessionUid`. Throws `expired_login`, `authority`. */
  requireSession(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<S>
  /** The live session of the token in the header, never of the cookie. Sets `sessionUid`. */
  findSession(request: FastifyRequest): Promise<S | undefined>
  /** The live session of this browser's cookie, if there is exactly one (S-045). */
  findCookieSession(request: FastifyRequest): Promise<S | undefined>
  /** The app whose credentials the request has. Throws `invalid_client`. */
  requireApp(request: FastifyRequest): A
}
