/** Notifies all processes that messages have changed, so that open pages are updated. */
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { BROADCAST_PAYLOAD, notifyMessageChannel } from './message-notification-store.ts'

/** Reports that the messages, read marks or settings of an account have changed. */
export type NotifyAccountChanged = (uid: string) => void

export interface ChangeNotifier {
  readonly notifyAccountChanged: NotifyAccountChanged
  /** Sends what is pending. */
  stop(): Promise<void>
}

const COALESCE_MS = 25
/** A payload holds at most 8000 bytes; a uid with its separator takes 37. */
const UIDS_PER_PAYLOAD_MAX = 200

/**
 * Changes of one account are frequent. They are collected for 25 ms and sent outside the transactions that made them: commits
 * with notifications wait for each other. A lost notification is made up for by the page's regular refresh.
 */
export function createChangeNotifier(db: Database, onError: (error: Error) => void): ChangeNotifier {
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const send = async (): Promise<void> => {
    timer = undefined
    const uids = [...changed]
    changed = new Set()
    if (uids.length === 0) return
    const payloads: string[] = []
    for (let at = 0; at < uids.length; at += UIDS_PER_PAYLOAD_MAX)
      payloads.push(uids.slice(at, at + UIDS_PER_PAYLOAD_MAX).join(' '))
    await notifyMessageChannel(db, { payloads }).catch(onError)
  }
  return {
    notifyAccountChanged(uid) {
      changed.add(uid)
      timer ??= setTimeout(send, COALESCE_MS).unref()
    },
    async stop() {
      clearTimeout(timer)
      await send()
    },
  }
}

/** Notifies when the transaction that publishes or revokes commits. `uid` undefined: a broadcast. */
export async function notifyPublished(tx: Queryable, uid: string | undefined): Promise<void> {
  await notifyMessageChannel(tx, { payloads: [uid ?? BROADCAST_PAYLOAD] })
}
