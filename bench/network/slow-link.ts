/**
 * TCP proxy that simulates a slow link: it limits bandwidth, adds latency, and delays each new connection by one round
 * trip. All connections share the bandwidth, as on a phone. The throttling built into browsers is not used, because it
 * covers neither queues nor preloads.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { addCleanUp } from '../harness/clean-up.ts'
import { createInOrder } from './in-order.ts'

export interface Link {
  readonly downBitsPerSecond: number
  readonly upBitsPerSecond: number
  readonly roundTripMs: number
}

export const SLOW_4G: Link = { downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000, roundTripMs: 150 }

/** Payload of one packet. */
const PACKET_BYTES = 1_460

/** One direction of the link: calls `arrive` when a packet of this size has arrived, in the order in which they were sent. */
function createDirection(bitsPerSecond: number, delay: number) {
  let freeAt = 0
  const inOrder = createInOrder()
  return (bytes: number, arrive: () => void): void => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / bitsPerSecond
    inOrder(freeAt + delay, arrive)
  }
}

export async function startSlowLink(
  link: Link,
  targetUrl: URL,
): Promise<{ url: string; stop(): Promise<void> }> {
  const delay = link.roundTripMs / 2
  const up = createDirection(link.upBitsPerSecond, delay)
  const down = createDirection(link.downBitsPerSecond, delay)
  const sockets = new Set<Socket>()

  const forward = (from: Socket, to: Socket, direction: ReturnType<typeof createDirection>): void => {
    sockets.add(from)
    from.setNoDelay()
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PACKET_BYTES) {
        const packet = bytes.subarray(at, at + PACKET_BYTES)
        direction(packet.length, () => {
          if (to.writable) to.write(packet)
        })
      }
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      // Behind what is still under way.
      direction(0, () => to.destroy())
    })
  }

  const server = createServer({ pauseOnConnect: true }, client => {
    const target = connect(Number(targetUrl.port), '127.0.0.1')
    forward(client, target, up)
    forward(target, client, down)
    setTimeout(() => client.resume(), link.roundTripMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = addCleanUp(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}
