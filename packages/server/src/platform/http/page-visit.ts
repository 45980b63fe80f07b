/** What the addresses share that a browser visits by itself and that are no calls: they end on another page. */
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { cookieValues } from './cookies.ts'
import type { RequestReader } from './request-reader.ts'
import type { SessionCheck, SessionClaims } from './session-claims.ts'

export interface PageVisitDependencies {
  readonly callerOf: RequestReader['callerOf']
  readonly sessions: SessionCheck
  readonly limiter: RateLimiter
  readonly isBanned: (caller: { readonly ip: string }) => boolean
}

/** A parameter that was given once and is not empty; two of a name are none (S-035). */
export function singleParameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Sends the browser on, told to keep nothing of it and to say nowhere where it came from. */
export const redirectFromVisit = (reply: FastifyReply, to: string): FastifyReply =>
  reply
    .code(303)
    .headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()

export interface Allowance {
  readonly limit: number
  readonly seconds: number
}

export function createPageVisits({ sessions, limiter, isBanned, callerOf }: PageVisitDependencies) {
  return {
    callerOf,
    /** Throws 20105, 20429. */
    async admit(request: FastifyRequest, kind: string, allowance: Allowance): Promise<void> {
      if (isBanned(request)) throw new ApiError('ip_ban')
      await limiter.consume({ key: `${kind}:${callerOf(request).limitKey}`, ...allowance })
    },
    /** Who is signed in in this browser; two cookies are none (S-045). */
    async signedIn(request: FastifyRequest): Promise<SessionClaims | undefined> {
      const [token, ...more] = cookieValues(request.headers.cookie, TOKEN_COOKIE)
      return token !== undefined && more.length === 0 ? sessions.check(token) : undefined
    },
  }
}

export type PageVisits = ReturnType<typeof createPageVisits>
