/** Rate limits of a network: the IPv4 address or the IPv6 /64, and with ten times the limit the IPv6 /48 around it (S-013). */
import { aggregateKey, limitKey } from './ip-address.ts'
import type { RateLimit } from './rate-limit.ts'
import { createMinuteLimit } from './request-budget.ts'

/** A /48 is one customer of a hosting company, or many subscribers of a mobile network. */
const AGGREGATE_FACTOR = 10

export interface NetworkKeys {
  /** key of the IPv4 address or of the IPv6 /64 */
  readonly limitKey: string
  /** key of the IPv6 /48; undefined for IPv4 */
  readonly aggregateKey: string | undefined
}

export function addressLimits(
  name: string,
  { limitKey, aggregateKey }: NetworkKeys,
  allowance: Omit<RateLimit, 'key'>,
): RateLimit[] {
  const own = { ...allowance, key: `${name}:${limitKey}` }
  if (aggregateKey === undefined) return [own]
  return [own, { ...allowance, key: `${name}:${aggregateKey}`, limit: allowance.limit * AGGREGATE_FACTOR }]
}

/** Admits a number of requests per network and minute in this process. */
export function createNetworkMinuteLimit(max: number): (ip: string) => boolean {
  const isWithinOwn = createMinuteLimit(max)
  const isWithinAggregate = createMinuteLimit(max * AGGREGATE_FACTOR)
  return ip => {
    const aggregate = aggregateKey(ip)
    return isWithinOwn(limitKey(ip)) && (aggregate === undefined || isWithinAggregate(aggregate))
  }
}
