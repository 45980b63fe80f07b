/** PostgreSQL notifications on a connection of its own, which comes back by itself. */
import type pg from 'pg'
import type { Database } from './database.ts'

export interface Listening {
  stop(): Promise<void>
}

const RETRY = 1_000

/**
 * Calls `heard` for each notification on `channel`, and once after every (re)connection, since what was said meanwhile
 * is lost: the caller reads its state anew then.
 */
export function listen(
  db: Database,
  channel: string,
  heard: (payload: string) => void,
  onError: (error: Error) => void,
): Listening {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const again = (): void => {
    client = undefined
    if (!stopped) timer = setTimeout(connect, RETRY).unref()
  }

  const connect = async (): Promise<void> => {
    try {
      const next = await db.connect()
      next.on('notification', message => heard(message.payload ?? ''))
      next.on('error', onError)
      next.on('end', again)
      client = next
      await next.query(`listen ${channel}`)
      heard('')
    } catch (error) {
      onError(error as Error)
      if (client) await client.end().catch(() => undefined)
      else again()
    }
  }
  void connect()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
