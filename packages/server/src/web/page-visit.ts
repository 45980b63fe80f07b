/** Shared parts of the routes that a browser navigates to and that redirect to a page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/errors/api-error.ts'
import { addressLimits } from '../platform/limits/address-limits.ts'
import type { RateLimiter } from '../platform/limits/rate-limiter.ts'
import type { CallGuard } from './call-guard.ts'
import type { RequestReader } from './request/request-reader.ts'

export interface PageVisitOptions<S> {
  readonly reader: RequestReader
  readonly guard: Pick<CallGuard<S, unknown>, 'findCookieSession'>
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

export function createPageVisits<S>({ reader, guard, limiter, isBanned }: PageVisitOptions<S>) {
  const { callerOf, visitApp } = reader
  return {
    callerOf,
    visitApp,
    signedIn: guard.findCookieSession,
    /** Throws `ip_ban` or, with an allowance, `too_many_requests`. */
    async admit(request: FastifyRequest, kind: string, allowance?: Allowance): Promise<void> {
      if (isBanned(request)) throw new ApiError('ip_ban')
      if (allowance) await limiter.consume(...addressLimits(kind, callerOf(request), allowance))
    },
  }
}

export type PageVisits<S> = ReturnType<typeof createPageVisits<S>>
