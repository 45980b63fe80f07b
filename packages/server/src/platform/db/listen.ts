/** PostgreSQL notifications on one dedicated connection of the process, which reconnects automatically. */
import type pg from 'pg'
import type { Database } from './database.ts'

export interface Listening {
  stop(): Promise<void>
}

interface Subscription {
  readonly channels: readonly string[]
  readonly onNotification: (payload: string, channel: string) => void
  readonly onError: (error: Error) => void
}

interface ListenConnection {
  add(subscription: Subscription): void
  remove(subscription: Subscription): Promise<void>
}

const RECONNECT_DELAY_MS = 1_000

function createListenConnection(db: Database): ListenConnection {
  const subscriptions = new Set<Subscription>()
  let client: pg.Client | undefined
  let connecting = false
  let timer: NodeJS.Timeout | undefined

  /** Once for all modules: they write to the same log. */
  const report = (error: Error): void => [...subscriptions][0]?.onError(error)

  const reconnect = (): void => {
    if (subscriptions.size > 0) timer = setTimeout(connect, RECONNECT_DELAY_MS).unref()
  }

  const listenTo = async (connection: pg.Client, added: readonly Subscription[]): Promise<void> => {
    const channels = new Set(added.flatMap(subscription => subscription.channels))
    try {
      await connection.query([...channels].map(channel => `listen ${channel}`).join(';'))
      for (const subscription of added)
        if (subscriptions.has(subscription)) subscription.onNotification('', '')
    } catch (error) {
      report(error as Error)
      // Its end connects again.
      await connection.end().catch(() => undefined)
    }
  }

  const open = async (): Promise<pg.Client> => {
    const connection = await db.connect()
    connection.on('notification', ({ payload, channel }) => {
      for (const subscription of [...subscriptions])
        if (subscription.channels.includes(channel)) subscription.onNotification(payload ?? '', channel)
    })
    connection.on('error', report)
    connection.on('end', () => {
      if (client !== connection) return
      client = undefined
      reconnect()
    })
    return connection
  }

  const connect = async (): Promise<void> => {
    connecting = true
    try {
      const connection = await open()
      if (subscriptions.size === 0) return await connection.end()
      client = connection
      void listenTo(connection, [...subscriptions])
    } catch (error) {
      report(error as Error)
      reconnect()
    } finally {
      connecting = false
    }
  }

  return {
    add(subscription) {
      subscriptions.add(subscription)
      if (client) void listenTo(client, [subscription])
      else if (subscriptions.size === 1 && !connecting) void connect()
    },
    async remove(subscription) {
      subscriptions.delete(subscription)
      if (subscriptions.size > 0) return
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}

const connections = new WeakMap<Database, ListenConnection>()

function connectionOf(db: Database): ListenConnection {
  const existing = connections.get(db)
  if (existing) return existing
  const created = createListenConnection(db)
  connections.set(db, created)
  return created
}

/**
 * Calls `onNotification` for each notification on the channels, and once after every connect, because notifications that were
 * sent meanwhile are lost: the caller then rereads its state. All callers of a database share one connection, which ends with
 * the last of them.
 */
export function listen(
  db: Database,
  channels: string | readonly string[],
  onNotification: (payload: string, channel: string) => void,
  onError: (error: Error) => void,
): Listening {
  const subscription: Subscription = { channels: [channels].flat(), onNotification, onError }
  const connection = connectionOf(db)
  connection.add(subscription)
  return { stop: () => connection.remove(subscription) }
}
