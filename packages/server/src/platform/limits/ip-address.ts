/** Canonical network addresses, so that one client cannot appear as many (S-013). */
import { isIP } from 'node:net'

/**
 * `::FFFF:102:304` → `1.2.3.4`; IPv6 is compressed and in lower case. A zone, brackets and a port, which some proxies add,
 * are removed. Undefined if the text is not an address.
 */
export function canonicalAddress(ip: string): string | undefined {
  const bare = (/^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? ip).split('%')[0] ?? ''
  const address = /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  const compressed = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed)
  if (!mapped) return compressed
  const [high, low] = [mapped[1], mapped[2]].map(group => Number.parseInt(group ?? '', 16)) as [
    number,
    number,
  ]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of a canonical IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(gap).fill('0'), ...right]
}

/** Key of rate limits: the IPv4 address, or the /64 of an IPv6 address, which one subscriber owns. */
export function limitKey(ip: string): string {
  const address = canonicalAddress(ip)
  if (address === undefined) return 'unknown'
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** Key of the aggregate limits: the /48 of an IPv6 address; undefined for IPv4. */
export function aggregateKey(ip: string): string | undefined {
  const address = canonicalAddress(ip)
  return address !== undefined && isIP(address) === 6
    ? `${groupsOf(address).slice(0, 3).join(':')}::/48`
    : undefined
}

/** Network stored in the audit log: the /24 of IPv4, the /48 of IPv6. */
export function auditNetwork(ip: string): string | null {
  const address = canonicalAddress(ip)
  if (address === undefined) return null
  if (isIP(address) === 6) return `${groupsOf(address).slice(0, 3).join(':')}::/48`
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}
