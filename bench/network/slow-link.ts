/**
 * TCP proxy that simulates a slow link: it limits bandwidth, adds latency, and delays each new connection by one round
 * trip. All connections share the bandwidth, as on a phone. The throttling built into browsers is not used, because it
 * covers neither queues nor preloads.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { addCleanUp } from '../harness/clean-up.ts'

export interface Link {
  readonly downBitsPerSecond: number
  readonly upBitsPerSecond: number
  readonly roundTripMs: number
}

export const SLOW_4G: Link = { downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000, roundTripMs: 150 }

/** Payload of one packet. */
const PACKET_BYTES = 1_460

/** One direction of the link: calls `arrive` for each packet, in order, at its time of arrival. */
function createDirection(bitsPerSecond: number, delay: number) {
  let freeAt = 0
  return (bytes: Buffer, arrive: (packet: Buffer) => void): void => {
    for (let at = 0; at < bytes.length; at += PACKET_BYTES) {
      const packet = bytes.subarray(at, at + PACKET_BYTES)
      freeAt = Math.max(freeAt, performance.now()) + (packet.length * 8_000) / bitsPerSecond
      setTimeout(arrive, freeAt + delay - performance.now(), packet)
    }
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

  const forward = (
    from: Socket,
    to: Socket,
    direction: ReturnType<typeof createDirection>,
    initialDelay: () => number,
  ): void => {
    sockets.add(from)
    from.setNoDelay()
    from.on('data', (bytes: Buffer) => {
      setTimeout(direction, initialDelay(), bytes, (packet: Buffer) => {
        if (to.writable) to.write(packet)
      })
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => to.destroy(), 2 * link.roundTripMs)
    })
  }

  const server = createServer(client => {
    const opened = performance.now()
    const target = connect(Number(targetUrl.port), '127.0.0.1')
    forward(client, target, up, () => Math.max(0, opened + link.roundTripMs - performance.now()))
    forward(target, client, down, () => 0)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = addCleanUp(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}
