/**
 * Request ids and trace ids. Those of a trusted proxy are kept, so that its log and traces can be joined with the server's. A
 * visitor cannot choose them.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { parseTraceParent } from '../../platform/tracing/trace-parent.ts'
import type { RemoteParent } from '../../platform/tracing/tracing.ts'

/** Not with a hyphen at its start: support types it into a command line, which would take it for an option. */
const REQUEST_ID = /^[\w.:][\w.:-]{0,63}$/

function createNetworkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return address => list.check(address, familyOf(address))
}

export function createRequestCorrelation(trustedProxies: readonly string[]) {
  const isTrusted = createNetworkList(trustedProxies)
  // A random prefix per process and a counter, so that an id costs no random bytes.
  const prefix = randomHandle().slice(0, 8)
  let count = 0

  /** The value of a header that a trusted proxy sent. */
  const fromProxy = (request: IncomingMessage, name: string): string | undefined => {
    const value = request.headers[name]
    // Without the header nothing else is looked at: this runs for every request.
    if (typeof value !== 'string' || !isTrusted(request.socket.remoteAddress ?? '')) return undefined
    return value
  }
  return {
    requestId(request: IncomingMessage): string {
      const id = fromProxy(request, 'x-request-id')
      return id !== undefined && REQUEST_ID.test(id) ? id : `${prefix}-${(++count).toString(36)}`
    },
    traceParent(request: IncomingMessage): RemoteParent | undefined {
      const header = fromProxy(request, 'traceparent')
      return header === undefined ? undefined : parseTraceParent(header)
    },
  }
}
