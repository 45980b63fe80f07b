/** PostgreSQL notifications on a dedicated connection that reconnects automatically. */
import type pg from 'pg'
import type { Database } from './database.ts'

export interface Listening {
  stop(): Promise<void>
}

const RECONNECT_DELAY_MS = 1_000

/**
 * Calls `onNotification` for each notification on the channels, and once after every connect, because notifications that were
 * sent meanwhile are lost: the caller then rereads its state.
 */
export function listen(
  db: Database,
  channels: string | readonly string[],
  onNotification: (payload: string, channel: string) => void,
  onError: (error: Error) => void,
): Listening {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const reconnect = (): void => {
    client = undefined
    if (!stopped) timer = setTimeout(connect, RECONNECT_DELAY_MS).unref()
  }

  const connect = async (): Promise<void> => {
    try {
      const next = await db.connect()
      next.on('notification', message => onNotification(message.payload ?? '', message.channel))
      next.on('error', onError)
      next.on('end', reconnect)
      client = next
      await next.query(
        [channels]
          .flat()
          .map(channel => `listen ${channel}`)
          .join(';'),
      )
      onNotification('', '')
    } catch (error) {
      onError(error as Error)
      if (client) await client.end().catch(() => undefined)
      else reconnect()
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
