/** Creates the use cases of messages for one process. */
import { createFindLiveTokens } from '../../identity/index.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { PictureRule } from './content/picture-rule.ts'
import { createCountMessages } from './count-messages.ts'
import { createListMessages } from './list-messages.ts'
import { createMarkAllRead, createMarkMessagesRead } from './mark-read.ts'
import { createMessageSettings } from './message-settings.ts'
import { createPublishByApp } from './publish/publish-by-app.ts'
import { createRecordAppUse } from './record-app-use.ts'
import { openBroadcastCache } from './store/broadcast-cache.ts'
import { createChangeNotifier } from './store/notify-changes.ts'
import { openMessageStreams } from './stream/message-streams.ts'

export interface MessagingDependencies
  extends Pick<PlatformServices, 'db' | 'listReads' | 'clock' | 'limiter' | 'isDistributed' | 'onError'> {
  readonly pictures: PictureRule
  readonly defaultApp: string
  /** whether a brand or a registered app has the code */
  readonly isApp: (code: string) => boolean
}

export async function createMessageUseCases(of: MessagingDependencies) {
  const { db, isDistributed, listReads, clock, limiter, pictures, defaultApp, isApp, onError } = of
  const broadcasts = await openBroadcastCache(db)
  const reading = { db, broadcasts, pictures, defaultApp }
  const notifier = createChangeNotifier(db, onError)
  const { notifyAccountChanged } = notifier
  const streams = openMessageStreams({
    ...reading,
    findLiveTokens: createFindLiveTokens(db, clock, isDistributed),
    onAccountChanged: listReads.noteChange,
    onError,
  })
  return {
    defaultApp,
    isApp,
    pictures,
    recordAppUse: createRecordAppUse(db, defaultApp),
    listMessages: createListMessages({ ...reading, listReads }),
    countMessages: createCountMessages(reading),
    markMessagesRead: createMarkMessagesRead(db, notifyAccountChanged),
    markAllRead: createMarkAllRead(db, notifyAccountChanged),
    settings: createMessageSettings(db, isApp, notifyAccountChanged),
    byApp: createPublishByApp({ db, clock, limiter, pictures, defaultApp }),
    streams,
    async stop(): Promise<void> {
      await streams.stop()
      await notifier.stop()
    },
  }
}

export type MessageUseCases = Awaited<ReturnType<typeof createMessageUseCases>>
