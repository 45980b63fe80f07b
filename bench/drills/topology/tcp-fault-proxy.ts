/** TCP proxy on a link, which delays, cuts, or silently drops what passes, also in one direction only. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { addCleanUp } from '../../harness/clean-up.ts'
import { createInOrder } from '../../network/in-order.ts'

/**
 * `open`: forwards. `cut`: connections are closed and new ones refused. `silent`: nothing passes, as on a lost network.
 * `deaf`: answers do not pass, requests do. `mute`: requests do not pass, answers do.
 */
export type LinkState = 'open' | 'cut' | 'silent' | 'deaf' | 'mute'

export interface FaultProxy {
  readonly port: number
  state: LinkState
  /** added to each direction */
  delayMs: number
  /** open connections */
  connections(): number
  setState(state: LinkState): void
  stop(): Promise<void>
}

/** Bytes arrive `delayMs` after they were sent, and in order, also when the delay becomes shorter meanwhile. */
function forward(
  from: Socket,
  to: Socket,
  proxy: Pick<FaultProxy, 'state' | 'delayMs'>,
  blocked: LinkState,
): void {
  const isBlocked = (): boolean => proxy.state === 'silent' || proxy.state === blocked
  const inOrder = createInOrder()
  const send = (arrive: () => void): void => inOrder(performance.now() + proxy.delayMs, arrive)
  from.setNoDelay()
  from.on('data', (bytes: Buffer) => {
    send(() => {
      // What was lost stays lost, as the peers of a cut link see it.
      if (isBlocked()) from.pause()
      else if (to.writable) to.write(bytes)
    })
  })
  from.on('error', () => to.destroy())
  from.on('close', () => {
    // A lost network carries no end of a connection either.
    if (!isBlocked()) send(() => to.destroy())
  })
}

export async function startFaultProxy(targetPort: number, host = '127.0.0.1'): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer({ allowHalfOpen: false }, client => {
    if (proxy.state === 'cut') return void client.destroy()
    const target = connect(targetPort, host)
    const pair = [client, target] as const
    pairs.add(pair)
    client.on('close', () => pairs.delete(pair))
    forward(client, target, proxy, 'mute')
    forward(target, client, proxy, 'deaf')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    state: 'open',
    delayMs: 0,
    connections: () => pairs.size,
    setState(state) {
      const wasBlocked = proxy.state !== 'open'
      proxy.state = state
      // Connections that lost bytes cannot go on.
      if (state === 'cut' || (state === 'open' && wasBlocked)) destroyAll()
    },
    stop: addCleanUp(() => {
      destroyAll()
      server.close()
    }),
  }
  return proxy
}

/** The same URL through the proxy. */
export function throughProxy(url: string, { port }: FaultProxy): string {
  const changed = new URL(url)
  changed.hostname = '127.0.0.1'
  changed.port = String(port)
  return changed.href
}
