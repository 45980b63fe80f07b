/**
 * Tells every process that something of an account's messages has changed. Marks are many: those of a moment go together,
 * outside the transactions they were made in, which would otherwise wait for one another at their commit.
 */
import { type Database, statement } from '../../platform/db/database.ts'

export const MESSAGE_CHANNEL = 'message'

export type NotifyChange = (uid: string) => void

/** Milliseconds in which changes are gathered. */
const GATHER = 25
/** A notification holds 8000 bytes; a uid takes 37. */
const MOST = 200

const notifyAll = statement<never, [payloads: readonly string[]]>(
  'message.notify_all',
  `select pg_notify('${MESSAGE_CHANNEL}', payload) from unnest($1::text[]) payload`,
)

export function createChangeNotifier(
  db: Database,
  onError: (error: Error) => void,
): { tell: NotifyChange; stop(): Promise<void> } {
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const send = async (): Promise<void> => {
    timer = undefined
    const uids = [...changed]
    changed = new Set()
    if (uids.length === 0) return
    const payloads: string[] = []
    for (let at = 0; at < uids.length; at += MOST) payloads.push(uids.slice(at, at + MOST).join(' '))
    // One that is lost is made good by the next look of the page.
    await notifyAll(db, payloads).catch(onError)
  }
  return {
    tell(uid) {
      changed.add(uid)
      timer ??= setTimeout(send, GATHER).unref()
    },
    async stop() {
      clearTimeout(timer)
      await send()
    },
  }
}

/** In the transaction that publishes: heard once it is committed. The empty payload means that broadcasts changed. */
export const notifyPublished = statement<never, [uid: string]>(
  'message.notify',
  `select pg_notify('${MESSAGE_CHANNEL}', case when $1 = '' then 'broadcast' else $1 end)`,
)
