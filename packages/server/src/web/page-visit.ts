/** Shared parts of the routes that a browser navigates to and that redirect to a page. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/errors/api-error.ts'
import { addressLimits } from '../platform/limits/address-limits.ts'
import type { RateLimiter } from '../platform/limits/rate-limiter.ts'
import { cookieValues } from './cookies.ts'
import type { RequestReader } from './request-reader.ts'
import type { SessionCheck, SessionClaims } from './session-claims.ts'

export interface PageVisitDependencies {
  readonly callerOf: RequestReader['callerOf']
  readonly visitApp: RequestReader['visitApp']
  readonly sessions: SessionCheck
  readonly limiter: RateLimiter
  readonly isBanned: (caller: { readonly ip: string }) => boolean
}

/** Redirects without caching and without a referrer. */
export const redirectFromVisit = (reply: FastifyReply, to: string): FastifyReply =>
  reply
    .code(303)
    .headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()

export interface Allowance {
  readonly limit: number
  readonly seconds: number
}

export function createPageVisits({ sessions, limiter, isBanned, callerOf, visitApp }: PageVisitDependencies) {
  return {
    callerOf,
    visitApp,
    /** Throws 'ip_ban' or, with an allowance, 'too_many_requests'. */
    async admit(request: FastifyRequest, kind: string, allowance?: Allowance): Promise<void> {
      if (isBanned(request)) throw new ApiError('ip_ban')
      if (allowance) await limiter.consume(...addressLimits(kind, callerOf(request), allowance))
    },
    /** The session of this browser's cookie, if there is exactly one (S-045). */
    async signedIn(request: FastifyRequest): Promise<SessionClaims | undefined> {
      const [token, ...more] = cookieValues(request.headers.cookie, TOKEN_COOKIE)
      return token !== undefined && more.length === 0 ? sessions.check(token) : undefined
    },
  }
}

export type PageVisits = ReturnType<typeof createPageVisits>
