/** The open message streams of this process, by account. */
import type { Language } from '@kerf/contract/language'
import { STREAMS_PER_ACCOUNT_MAX } from '@kerf/contract/message-limits'
import type { StreamLine } from '@kerf/contract/messages/message-stream'
import type { MessageView } from '../store/message-view.ts'

/** The connection to a page. */
export interface StreamConnection {
  /** false: the page does not read fast enough; the stream is closed */
  write(line: Buffer): boolean
  end(): void
}

export interface StreamRequest {
  readonly uid: string
  /** SHA-256 of the session's token, hexadecimal */
  readonly tokenHash: string
  readonly lang: Language
  readonly appCode: string
}

export interface StreamSubscription extends StreamRequest {
  readonly connection: StreamConnection
  view: MessageView
}

export type EndReason = 'session' | 'replaced' | 'closing'

export const encodeLine = (line: StreamLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`)

/** `onAccountGone`: called when the last stream of an account is removed. */
export function createStreamSubscriptions(onAccountGone: (uid: string) => void) {
  const byUid = new Map<string, Set<StreamSubscription>>()
  let size = 0

  function remove(subscription: StreamSubscription): void {
    const { uid } = subscription
    const ofAccount = byUid.get(uid)
    if (!ofAccount?.delete(subscription)) return
    size--
    if (ofAccount.size > 0) return
    byUid.delete(uid)
    onAccountGone(uid)
  }

  function end(subscription: StreamSubscription, reason: EndReason): void {
    remove(subscription)
    subscription.connection.write(encodeLine({ type: 'end', reason }))
    subscription.connection.end()
  }

  return {
    get size() {
      return size
    },
    *all(): Generator<StreamSubscription> {
      for (const ofAccount of byUid.values()) yield* ofAccount
    },
    ofAccount: (uid: string): Iterable<StreamSubscription> => byUid.get(uid) ?? [],
    hasAccount: (uid: string): boolean => byUid.has(uid),
    has: (subscription: StreamSubscription): boolean =>
      byUid.get(subscription.uid)?.has(subscription) ?? false,

    /** Ends the account's oldest stream when it has too many. */
    add(subscription: StreamSubscription): void {
      const { uid } = subscription
      const ofAccount = byUid.get(uid) ?? new Set()
      const [oldest] = ofAccount
      if (oldest && ofAccount.size >= STREAMS_PER_ACCOUNT_MAX) end(oldest, 'replaced')
      // Ending the only stream has removed the set from the map.
      byUid.set(uid, ofAccount)
      ofAccount.add(subscription)
      size++
    },
    remove,
    end,
    /** Removes the subscription when its page does not read fast enough. */
    write(subscription: StreamSubscription, line: Buffer): void {
      if (subscription.connection.write(line)) return
      remove(subscription)
      subscription.connection.end()
    },
  }
}

export type StreamSubscriptions = ReturnType<typeof createStreamSubscriptions>
