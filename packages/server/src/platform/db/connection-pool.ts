/**
 * A connection pool whose waits end with the deadline of the call, and with a query timeout for dead connections. One timer checks
 * all connections: the driver's timer per query doubles the time of garbage collection under load.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import { countWait, remainingMs } from './call-deadline.ts'

export interface ConnectionPool {
  readonly pool: pg.Pool
  /** Waits for a connection, at most until the deadline of the call. The caller releases it. */
  acquire(): Promise<pg.PoolClient>
  /** Called before each query of a transaction: starts its timeout, and sends it together with those that follow at once. */
  beforeQuery(client: pg.PoolClient): void
  /** Called after each query of a connection on which others are in flight: restarts its timeout. */
  afterQuery(client: pg.PoolClient): void
  close(): Promise<void>
}

/** A connection is closed at most this much late. */
const CHECK_INTERVAL_MS = 200
/** Short timeouts are checked more often. */
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
  /** when the pending query must be answered, on the steady clock */
  dueAt: number | undefined
  /** how long it may take */
  timeoutMs: number
}

const timeoutError = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' })

/** The timeout counts from the first of several queries sent together. After it, all of them fail with ETIMEDOUT. */
export function openConnectionPool(config: pg.PoolConfig, queryTimeoutMs: number): ConnectionPool {
  const monitored = new Map<pg.PoolClient, MonitoredClient>()
  const pool = new pg.Pool({ ...config, Client: SocketClient })
  const startTimeout = (client: pg.PoolClient): void => {
    const one = monitored.get(client)
    if (one === undefined || one.dueAt !== undefined) return
    one.timeoutMs = Math.min(queryTimeoutMs, remainingMs())
    one.dueAt = performance.now() + one.timeoutMs
  }
  const clearTimeoutOf = (client: pg.PoolClient): void => {
    const one = monitored.get(client)
    if (one) one.dueAt = undefined
  }
  pool.on('connect', client => {
    if (!(client instanceof SocketClient)) return
    monitored.set(client, { socket: client.socket, dueAt: undefined, timeoutMs: 0 })
    client.on('drain', () => clearTimeoutOf(client))
    // While a client is acquired, its pending queries report the error; without this listener the process would end.
    client.on('error', () => undefined)
  })
  // A broken client is monitored until it is removed: its queries may still be pending.
  pool.on('release', (error, client) => {
    if (!error) clearTimeoutOf(client)
  })
  pool.on('remove', client => monitored.delete(client))

  const checkIntervalMs = Math.min(CHECK_INTERVAL_MS, queryTimeoutMs / CHECKS_PER_TIMEOUT)
  const timer = setInterval(() => {
    const now = performance.now()
    for (const { socket, dueAt } of monitored.values())
      if (dueAt !== undefined && now >= dueAt) socket.destroy(timeoutError('Query timeout exceeded'))
  }, checkIntervalMs)
  timer.unref()

  const { connectionTimeoutMillis: poolTimeoutMs = 0 } = config
  async function acquire(): Promise<pg.PoolClient> {
    const waitMs = remainingMs()
    if (waitMs <= 0) throw timeoutError('the deadline of the call is exceeded')
    const acquired = pool.connect()
    // The pool's own timeout ends the wait.
    if (waitMs >= poolTimeoutMs) return acquired
    let isLate = false
    const { promise: late, reject } = Promise.withResolvers<never>()
    const deadline = setTimeout(() => {
      isLate = true
      reject(timeoutError('timeout exceeded when trying to connect'))
    }, waitMs)
    acquired.then(
      client => {
        clearTimeout(deadline)
        if (isLate) client.release()
      },
      () => clearTimeout(deadline),
    )
    return Promise.race([acquired, late])
  }
  return {
    pool,
    acquire: () => countWait(acquire),
    beforeQuery(client) {
      startTimeout(client)
      if (client instanceof SocketClient) client.cork()
    },
    afterQuery(client) {
      const one = monitored.get(client)
      if (one?.dueAt !== undefined) one.dueAt = performance.now() + one.timeoutMs
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
