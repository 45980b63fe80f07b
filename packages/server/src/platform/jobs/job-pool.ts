import pg from 'pg'

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  /** undefined: no connection became free in time */
  done: ((release?: Error | boolean) => void) | undefined,
) => void

/**
 * Ignores the second release of a connection. graphile-worker releases the one that listens twice if it is lost while the worker
 * stops; the pool's error would be an unhandled rejection, which ends the process before it has drained.
 */
export class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect()
    const onConnect: ConnectCallback = (error, client, done) => {
      let isReleased = false
      const releaseOnce = (release?: Error | boolean): void => {
        if (isReleased) return
        isReleased = true
        done?.(release)
      }
      callback(error, client, done && releaseOnce)
    }
    super.connect(onConnect)
  }
}
