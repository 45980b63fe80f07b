/**
 * Notices a proxy that TRUSTED_PROXIES does not name. All visitors behind it would count as one, and one of them could use up the
 * limits of all.
 */
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
]

/** Whether a proxy says that it passes on somebody else's request. Not every proxy says so. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDING_HEADERS.some(name => headers[name] !== undefined)

/** Private addresses only: anybody on the internet can send the headers. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return PRIVATE.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** Calls `report` once for each process, with the proxy's address. */
export function createProxyCheck(report: (peer: string) => void): (request: FastifyRequest) => void {
  let isReported = false
  return request => {
    if (isReported || request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress
    // Behind a trusted proxy, `ip` is the address that the proxy names, which may be its own, and `ips` has more than one.
    if (
      peer === undefined ||
      request.ip !== peer ||
      (request.ips?.length ?? 1) > 1 ||
      !isPrivateAddress(peer)
    )
      return
    isReported = true
    report(peer.replace(/^::ffff:/, ''))
  }
}
