/** Sends broadcasts to open streams: as a message when they start, as gone when they end or are revoked. */

import { LANGUAGES, type Language } from '@kerf/contract/language'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { createSerialTask } from '../../../platform/concurrency/serial-task.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { broadcastId } from '../content/message-id.ts'
import type { PictureRule } from '../content/picture-rule.ts'
import { toMessage } from '../content/to-message.ts'
import type { BroadcastCache } from '../store/broadcast-cache.ts'
import { type Broadcast, listBroadcastContents } from '../store/broadcast-store.ts'
import { encodeLine, type StreamSubscriptions } from './stream-subscriptions.ts'

const TIMER_MAX_MS = HOUR_SECONDS * 1_000

export interface BroadcastStreamingDependencies extends Pick<PlatformServices, 'db' | 'onError'> {
  readonly broadcasts: BroadcastCache
  readonly pictures: PictureRule
  readonly subscriptions: StreamSubscriptions
}

export function createBroadcastStreaming({
  db,
  broadcasts,
  pictures,
  subscriptions,
  onError,
}: BroadcastStreamingDependencies) {
  /** undefined: not read yet */
  let visible: ReadonlyMap<number, Broadcast> | undefined
  let timer: NodeJS.Timeout | undefined

  async function sendStarted(started: readonly Broadcast[]): Promise<void> {
    const contents = await listBroadcastContents(db, { ids: started.map(({ id }) => id) })
    const contentOf = new Map(contents.map(content => [content.id, content]))
    for (const broadcast of started) {
      const content = contentOf.get(broadcast.id)
      if (!content) continue
      const message = { ...broadcast, ...content, id: broadcastId(broadcast.id), read: false }
      const lines = Object.fromEntries(
        LANGUAGES.map(lang => [
          lang,
          encodeLine({ type: 'message', item: toMessage(message, lang, pictures) }),
        ]),
      ) as Record<Language, Buffer>
      // An account's view holds the time at which it was loaded, which may be before the broadcast started.
      const startedAlready = { ...broadcast, starts: 0, ends: null }
      for (const subscription of subscriptions.all())
        if (subscription.view.isVisible(startedAlready))
          subscriptions.write(subscription, lines[subscription.lang])
    }
  }

  function sendGone(gone: readonly Broadcast[]): void {
    for (const { id } of gone) {
      const line = encodeLine({ type: 'gone', id: broadcastId(id) })
      for (const subscription of subscriptions.all()) subscriptions.write(subscription, line)
    }
  }

  /** Compares the visible broadcasts with those of the run before, and plans a run for the next start or end. */
  async function sendChanges(): Promise<void> {
    await broadcasts.refresh()
    const now = performance.now() + broadcasts.clockOffset()
    const next = new Map<number, Broadcast>()
    let nextChange = Number.POSITIVE_INFINITY
    for (const broadcast of await broadcasts.atLeast(0)) {
      const { id, starts, ends } = broadcast
      if (starts > now) nextChange = Math.min(nextChange, starts)
      else if (ends === null || ends > now) {
        next.set(id, broadcast)
        nextChange = Math.min(nextChange, ends ?? Number.POSITIVE_INFINITY)
      }
    }
    clearTimeout(timer)
    if (nextChange < Number.POSITIVE_INFINITY)
      timer = setTimeout(sending.start, Math.min(nextChange - now + 1, TIMER_MAX_MS)).unref()
    const before = visible
    visible = next
    if (before === undefined || subscriptions.size === 0) return
    sendGone([...before.values()].filter(({ id }) => !next.has(id)))
    const started = [...next.values()].filter(({ id }) => !before.has(id))
    if (started.length > 0) await sendStarted(started)
  }

  const sending = createSerialTask(sendChanges, onError)

  return {
    update: sending.start,
    async stop(): Promise<void> {
      await sending.stop()
      clearTimeout(timer)
    },
  }
}
