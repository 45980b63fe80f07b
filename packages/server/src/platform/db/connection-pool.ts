/**
 * A connection pool with a query timeout for dead connections. One timer checks all connections: the driver's timer per
 * query doubles the time of garbage collection under load.
 */
import { Socket } from 'node:net'
import pg from 'pg'

export interface ConnectionPool {
  readonly pool: pg.Pool
  /** Called before each query of a transaction: starts its timeout, and sends it together with those that follow at once. */
  beforeQuery(client: pg.PoolClient): void
  /** Called after each query of a connection on which others are in flight: restarts its timeout. */
  afterQuery(client: pg.PoolClient): void
  close(): Promise<void>
}

/** Checks per timeout: a connection is closed at most a sixth of the timeout late. */
const CHECKS_PER_TIMEOUT = 6

/** Exposes its socket: a dead connection is closed by destroying it, since a regular end waits for pending responses. */
class SocketClient extends pg.Client {
  readonly socket: Socket
  #isCorked = false

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }

  /** Sends the queries that start in the current turn of the event loop in one write: each write is a system call. */
  cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.socket.uncork()
    })
  }
}

interface MonitoredClient {
  readonly socket: Socket
  /** number of the last check before the pending query was sent */
  sentAt: number | undefined
}

/** The timeout counts from the first of several queries sent together. After it, all of them fail with ETIMEDOUT. */
export function openConnectionPool(config: pg.PoolConfig, queryTimeoutMs: number): ConnectionPool {
  const monitored = new Map<pg.PoolClient, MonitoredClient>()
  let checks = 0
  const pool = new pg.Pool({ ...config, Client: SocketClient })
  const startTimeout = (client: pg.PoolClient): void => {
    const one = monitored.get(client)
    if (one) one.sentAt ??= checks
  }
  const clearTimeoutOf = (client: pg.PoolClient): void => {
    const one = monitored.get(client)
    if (one) one.sentAt = undefined
  }
  pool.on('connect', client => {
    if (!(client instanceof SocketClient)) return
    monitored.set(client, { socket: client.socket, sentAt: undefined })
    client.on('drain', () => clearTimeoutOf(client))
    // While a client is acquired, its pending queries report the error; without this listener the process would end.
    client.on('error', () => undefined)
  })
  // An acquired client sends a query at once.
  pool.on('acquire', startTimeout)
  // A broken client is monitored until it is removed: its queries may still be pending.
  pool.on('release', (error, client) => {
    if (!error) clearTimeoutOf(client)
  })
  pool.on('remove', client => monitored.delete(client))

  const timer = setInterval(() => {
    checks++
    for (const { socket, sentAt } of monitored.values())
      if (sentAt !== undefined && checks - sentAt > CHECKS_PER_TIMEOUT)
        socket.destroy(Object.assign(new Error('Query timeout exceeded'), { code: 'ETIMEDOUT' }))
  }, queryTimeoutMs / CHECKS_PER_TIMEOUT)
  timer.unref()
  return {
    pool,
    beforeQuery(client) {
      startTimeout(client)
      if (client instanceof SocketClient) client.cork()
    },
    afterQuery(client) {
      const one = monitored.get(client)
      if (one?.sentAt !== undefined) one.sentAt = checks
    },
    async close() {
      try {
        await pool.end()
      } finally {
        clearInterval(timer)
      }
    },
  }
}
