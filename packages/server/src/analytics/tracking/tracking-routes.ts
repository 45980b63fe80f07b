/**
 * `POST /sa.gif` and `POST /v1/track`: always answered with 204, whatever the body holds (S-116). Cookies and tokens are ignored.
 * A body is read only if it comes from a page of the portal, within the limit of its address and the budget of this process.
 */
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { TRACKING_LIMITS, TRACKING_PATH, TRACKING_SDK_PATH } from '@kerf/contract/tracking/tracking'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddRoute } from '../../identity/index.ts'
import { createNetworkMinuteLimit } from '../../platform/limits/address-limits.ts'
import { createTokenBucket } from '../../platform/limits/request-budget.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { isTrustedWrite, type OriginRule } from '../../web/request/origins.ts'
import type { EventCollector, EventOutcome } from './event-collector.ts'
import { findConsentRule } from './find-consent-rule.ts'
import { parseEvents, parsePlainBody, parseSdkForm } from './parse-events.ts'

export interface TrackingRoutesDependencies
  extends Pick<PlatformServices, 'clock' | 'config' | 'isBanned' | 'placeOf'> {
  readonly collector: EventCollector
  readonly origins: OriginRule
  /** sign-in methods that this installation offers */
  readonly methods: ReadonlySet<string>
  count(outcome: EventOutcome, events: number): void
}

/** Bounds the work that a flood of requests from many addresses causes. */
const BODY_BYTES_PER_SECOND = 512 * 1024

export async function trackingRoutes(
  http: FastifyInstance,
  add: AddRoute,
  of: TrackingRoutesDependencies,
): Promise<void> {
  add(getConsentRule, async (_input, { caller }) => ({
    rule: findConsentRule(await of.placeOf(caller.ip), of.config.deployment),
  }))

  // Every process counts its share; together they enforce the limit.
  const requestsPerProcess = Math.max(1, Math.floor(TRACKING_LIMITS.requests / of.config.workers))
  const isWithinMinuteLimit = createNetworkMinuteLimit(requestsPerProcess)
  const isWithinByteBudget = createTokenBucket(BODY_BYTES_PER_SECOND, TRACKING_LIMITS.bodyBytes)

  const shouldRead = (request: FastifyRequest): boolean => {
    const { origin, 'sec-fetch-site': site, 'content-length': length } = request.headers
    if (of.isBanned(request) || !isTrustedWrite(origin, site as string | undefined, of.origins)) return false
    if (!isWithinMinuteLimit(request.ip) || of.collector.isFull()) return false
    // Without a length the body may be as long as the limit.
    const bytes = length === undefined ? TRACKING_LIMITS.bodyBytes : Number(length)
    return bytes <= TRACKING_LIMITS.bodyBytes && isWithinByteBudget(bytes)
  }
  const sendNoContent = (reply: FastifyReply): FastifyReply =>
    reply.code(204).header('cache-control', 'no-store').send()

  await http.register(async app => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    // For example a body that is longer than its header says, or aborted.
    app.setErrorHandler((_error, _request, reply) => {
      of.count('refused', 1)
      return sendNoContent(reply)
    })
    const addTrackingRoute = (path: string, parseBody: (body: string) => unknown) =>
      app.post(path, {
        bodyLimit: TRACKING_LIMITS.bodyBytes,
        config: { quiet: true },
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          if (shouldRead(request)) return
          of.count('limited', 1)
          // Closing the connection avoids receiving a body that is too long.
          if (Number(request.headers['content-length']) > TRACKING_LIMITS.bodyBytes)
            reply.header('connection', 'close')
          return sendNoContent(reply)
        },
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          const list = parseBody(String(request.body ?? ''))
          const { events, refused } = parseEvents(list, of.methods, await of.clock.now())
          if (refused > 0) of.count('refused', refused)
          of.collector.add(events)
          return sendNoContent(reply)
        },
      })
    addTrackingRoute(TRACKING_SDK_PATH, parseSdkForm)
    addTrackingRoute(TRACKING_PATH, parsePlainBody)
  })
}
