/**
 * Addresses that webhooks may be sent to. In production a webhook reaches the internet and the networks that the operator lists,
 * never this machine or another internal service. The address is checked when the connection is made, so that a name that
 * resolves to another address later passes no check (DNS rebinding).
 */
import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { canonicalAddress } from '../../platform/limits/ip-address.ts'

export interface WebhookNetworks {
  readonly production: boolean
  /** CIDR ranges that production may send to although they are not public */
  readonly webhookNetworks: readonly string[]
}

/** Special-purpose ranges of RFC 6890, and multicast. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // All of IPv6 except 2000::/3; within it tunnels that contain an IPv4 address, and documentation.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
]

const isIPv6 = (address: string): boolean => isIP(address) === 6

/** Returns whether one of the ranges contains a canonical address. */
function createRangeTest(ranges: readonly string[]): (address: string) => boolean {
  // Each family has a list of its own: in a common one, IPv6 ranges around ::ffff:0:0/96 would contain every IPv4 address.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const [family, bitsMax] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
    lists[family].addSubnet(address, bits === undefined ? bitsMax : Number(bits), family)
  }
  return address => {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    return lists[family].check(address, family)
  }
}

let notPublic: ReturnType<typeof createRangeTest> | undefined

/** Created at the first use, so that the start of a server does not pay for it. */
const isNotPublic = (address: string): boolean => {
  notPublic ??= createRangeTest(NOT_PUBLIC)
  return notPublic(address)
}

export class ForbiddenAddressError extends Error {
  constructor() {
    super('address not allowed')
  }
}

/** Returns whether a webhook may be sent to an IP address. Development sends to every address. */
export function createAddressRule({ production, webhookNetworks }: WebhookNetworks) {
  if (!production) return () => true
  const isListed = createRangeTest(webhookNetworks)
  return function isAllowedAddress(ip: string): boolean {
    const address = canonicalAddress(ip)
    return address !== undefined && (isListed(address) || !isNotPublic(address))
  }
}

/** A `lookup` for connections that passes on allowed addresses only. Fails with a `ForbiddenAddressError` if there is none. */
export function createGuardedLookup(
  isAllowedAddress: (ip: string) => boolean,
  lookup: typeof resolve = resolve,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (error ? [] : found).filter(({ address }) => isAllowedAddress(address))
      const [first] = addresses
      if (error) callback(error, '', 0)
      else if (!first) callback(new ForbiddenAddressError(), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
