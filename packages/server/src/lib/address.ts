/** Network addresses as keys: canonical, so that one machine cannot look like many (S-013). */
import { isIP } from 'node:net'

/** `::ffff:1.2.3.4` → `1.2.3.4`; a zone is dropped; what is no address → undefined. */
export function canonicalAddress(ip: string): string | undefined {
  const bare = ip.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  const address = mapped ?? bare
  return isIP(address) === 0 ? undefined : address.toLowerCase()
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  const url = new URL(`http://[${ip}]/`).hostname.slice(1, -1)
  const [head = '', tail] = url.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(gap).fill('0'), ...right]
}

/** What limits count by: the IPv4 address, or the /64 of an IPv6 one (a household, not a machine). */
export function limitKey(ip: string): string {
  const address = canonicalAddress(ip)
  if (address === undefined) return 'unknown'
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** What audit keeps: the /24 of IPv4, the /48 of IPv6. */
export function auditNetwork(ip: string): string | null {
  const address = canonicalAddress(ip)
  if (address === undefined) return null
  if (isIP(address) === 6) return `${groupsOf(address).slice(0, 3).join(':')}::/48`
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}
