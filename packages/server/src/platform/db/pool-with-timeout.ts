/**
 * A pool that gives up a database whose answer never comes, because the way to it went dead. One clock looks at all
 * connections: a timer for each query, as the driver has it, keeps so much alive that under load the time of garbage
 * collection doubles.
 */
import { Socket } from 'node:net'
import pg from 'pg'

export interface PatientPool {
  readonly pool: pg.Pool
  /** To be told of every question on a client that was taken out, but for the first. */
  asks(client: pg.PoolClient): void
  close(): Promise<void>
}

/** Looks within one patience: a connection is given up a sixth of it late at the most. */
const LOOKS = 6

/** Knows its socket: what hangs ends with it alone, since a polite goodbye waits for the answers. */
class SocketClient extends pg.Client {
  readonly socket: Socket

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }
}

interface Watched {
  readonly socket: Socket
  /** the look before the question that is still without an answer */
  askedAt: number | undefined
}

/** `patience` in milliseconds, from the first of several questions asked together. Then all of them fail with ETIMEDOUT. */
export function openPoolWithTimeout(config: pg.PoolConfig, patience: number): PatientPool {
  const watched = new Map<pg.PoolClient, Watched>()
  let looks = 0
  const pool = new pg.Pool({ ...config, Client: SocketClient })
  const asks = (client: pg.PoolClient): void => {
    const one = watched.get(client)
    if (one) one.askedAt ??= looks
  }
  const answered = (client: pg.PoolClient): void => {
    const one = watched.get(client)
    if (one) one.askedAt = undefined
  }
  pool.on('connect', client => {
    if (!(client instanceof SocketClient)) return
    watched.set(client, { socket: client.socket, askedAt: undefined })
    client.on('drain', () => answered(client))
    // The pool hears of a broken connection only while nobody has it; whoever does is told by the statements that fail.
    client.on('error', () => undefined)
  })
  // Whoever takes one out asks at once.
  pool.on('acquire', asks)
  // One given back broken is watched to its end: until then it may still wait for answers.
  pool.on('release', (error, client) => {
    if (!error) answered(client)
  })
  pool.on('remove', client => watched.delete(client))

  const clock = setInterval(() => {
    looks++
    for (const { socket, askedAt } of watched.values())
      if (askedAt !== undefined && looks - askedAt > LOOKS)
        socket.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }))
  }, patience / LOOKS)
  clock.unref()
  return {
    pool,
    asks,
    async close() {
      try {
        await pool.end()
      } finally {
        clearInterval(clock)
      }
    },
  }
}
