/**
 * A slow link: a proxy of plain TCP that lets bytes through no faster than the link carries them, each after its time
 * on the way, and a connection only after a round trip. All connections share the link, as on a phone. Outside the
 * browser, because what a browser simulates of it by itself leaves out queues and preloads.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from '../harness/clean-up.ts'

export interface Link {
  /** bits a second */
  readonly down: number
  readonly up: number
  /** milliseconds there and back */
  readonly roundTrip: number
}

export const SLOW_4G: Link = { down: 1_600_000, up: 750_000, roundTrip: 150 }

/** What one packet carries. */
const PACKET = 1_460

/** One direction: `send` hands on each packet when it would have arrived, in order. */
function makeWay(bitsASecond: number, delay: number) {
  let free = 0
  return (bytes: Buffer, arrive: (packet: Buffer) => void): void => {
    for (let at = 0; at < bytes.length; at += PACKET) {
      const packet = bytes.subarray(at, at + PACKET)
      free = Math.max(free, performance.now()) + (packet.length * 8_000) / bitsASecond
      setTimeout(arrive, free + delay - performance.now(), packet)
    }
  }
}

export async function startSlowLink(
  link: Link,
  target: URL,
): Promise<{ url: string; stop(): Promise<void> }> {
  const delay = link.roundTrip / 2
  const up = makeWay(link.up, delay)
  const down = makeWay(link.down, delay)
  const sockets = new Set<Socket>()

  const pass = (from: Socket, to: Socket, way: ReturnType<typeof makeWay>, wait: () => number): void => {
    sockets.add(from)
    from.setNoDelay()
    from.on('data', (bytes: Buffer) => {
      setTimeout(way, wait(), bytes, (packet: Buffer) => {
        if (to.writable) to.write(packet)
      })
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => to.destroy(), 2 * link.roundTrip)
    })
  }

  const server = createServer(near => {
    const opened = performance.now()
    const far = connect(Number(target.port), '127.0.0.1')
    pass(near, far, up, () => Math.max(0, opened + link.roundTrip - performance.now()))
    pass(far, near, down, () => 0)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}
