/**
 * `POST /sa.gif` and `POST /v1/track`: always 204, whatever came and whatever becomes of it (S-116). No cookie and no token is
 * looked at. Before a body is read it must be worth it: from a page of ours, within its address's limit and what this process
 * is willing to read in a second.
 */
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { TRACKING_LIMITS, TRACKING_PATH, TRACKING_SDK_PATH } from '@kerf/contract/tracking'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { limitKey } from '../../platform/http/ip-address.ts'
import { isTrustedWrite, type OriginRule } from '../../platform/http/origins.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { consentRule } from './consent-rule.ts'
import type { EventCollector, EventOutcome } from './event-collector.ts'
import { parsePlainBody, parseSdkForm, readEvents } from './read-events.ts'

export interface TrackingParts {
  readonly collector: EventCollector
  readonly config: Pick<Config, 'deployment' | 'workers'>
  readonly origins: OriginRule
  readonly isBanned: (caller: { readonly ip: string }) => boolean
  readonly placeOf: (ip: string) => string | Promise<string>
  /** ways of signing in that there are */
  readonly methods: ReadonlySet<string>
  count(fate: EventOutcome, events: number): void
}

/** Bytes of bodies a process reads in a second: a flood from many addresses costs no more than that. */
const READ_A_SECOND = 512 * 1024
/** Addresses remembered at once. */
const ADDRESSES_MOST = 50_000

/** Admits so many bytes a second, evenly: a flood makes no bursts of work. The longest body fits at once. */
function createAllowance(aSecond: number): (bytes: number) => boolean {
  let left: number = TRACKING_LIMITS.body
  let last = performance.now()
  return bytes => {
    const now = performance.now()
    left = Math.min(TRACKING_LIMITS.body, left + ((now - last) * aSecond) / 1_000)
    last = now
    if (bytes > left) return false
    left -= bytes
    return true
  }
}

/** Counts requests of addresses by the minute. */
function createPerMinute(most: number): (key: string) => boolean {
  let counted = new Map<string, number>()
  let minute = 0
  return key => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute || counted.size >= ADDRESSES_MOST) {
      minute = now
      counted = new Map()
    }
    const count = (counted.get(key) ?? 0) + 1
    counted.set(key, count)
    return count <= most
  }
}

export async function trackingRoutes(http: FastifyInstance, add: AddRoute, of: TrackingParts): Promise<void> {
  add(getConsentRule, async (_input, { caller }) => ({
    rule: consentRule(await of.placeOf(caller.ip), of.config.deployment),
  }))

  // Each process counts by itself: together they keep the limit.
  const mayAsk = createPerMinute(Math.max(1, Math.floor(TRACKING_LIMITS.requests / of.config.workers)))
  const mayRead = createAllowance(READ_A_SECOND)

  const isWorthReading = (request: FastifyRequest): boolean => {
    const { origin, 'sec-fetch-site': site, 'content-length': length } = request.headers
    if (of.isBanned(request) || !isTrustedWrite(origin, site as string | undefined, of.origins)) return false
    if (!mayAsk(limitKey(request.ip)) || of.collector.full()) return false
    // What does not say how long it is may be as long as is allowed.
    const bytes = length === undefined ? TRACKING_LIMITS.body : Number(length)
    return bytes <= TRACKING_LIMITS.body && mayRead(bytes)
  }
  const done = (reply: FastifyReply): FastifyReply =>
    reply.code(204).header('cache-control', 'no-store').send()

  await http.register(async app => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    // Too long after all, broken off, not what it says it is: nobody is told.
    app.setErrorHandler((_error, _request, reply) => {
      of.count('refused', 1)
      return done(reply)
    })
    const route = (path: string, read: (body: string) => unknown) =>
      app.post(path, {
        bodyLimit: TRACKING_LIMITS.body,
        config: { quiet: true },
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          if (isWorthReading(request)) return
          of.count('limited', 1)
          // A body that is too long is not waited for either.
          if (Number(request.headers['content-length']) > TRACKING_LIMITS.body)
            reply.header('connection', 'close')
          return done(reply)
        },
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          const { events, refused } = readEvents(read(String(request.body ?? '')), of.methods, Date.now())
          if (refused > 0) of.count('refused', refused)
          of.collector.take(events)
          return done(reply)
        },
      })
    route(TRACKING_SDK_PATH, parseSdkForm)
    route(TRACKING_PATH, parsePlainBody)
  })
}
