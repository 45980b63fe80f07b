/** The noun put together. */

import { createFindLiveTokens } from '../../identity/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { openBroadcastCache } from './broadcast-cache.ts'
import { createCountMessages } from './count-messages.ts'
import { createListMessages } from './list-messages.ts'
import { createMarkAllRead, createMarkRead } from './mark-read.ts'
import { createMessageSettings } from './message-settings.ts'
import { openMessageStreams } from './message-streams.ts'
import { createChangeNotifier } from './notify-changes.ts'
import type { PictureRule } from './picture-rule.ts'
import { createPublishByApp } from './publish-by-app.ts'
import { createRecordAppUse } from './record-app-use.ts'

export interface MessageDependencies {
  readonly db: Database
  readonly limiter: Limiter
  readonly pictures: PictureRule
  readonly defaultApp: string
  /** whether a code is that of a brand or a registered app */
  readonly isApp: (code: string) => boolean
  readonly onError: (error: Error) => void
}

export async function openMessaging(of: MessageDependencies) {
  const { db, limiter, pictures, defaultApp, isApp, onError } = of
  const board = await openBroadcastCache(db)
  const reading = { db, board, pictures, defaultApp }
  const { tell, stop: stopTelling } = createChangeNotifier(db, onError)
  const streams = openMessageStreams({ ...reading, stillLive: createFindLiveTokens(db), onError })
  return {
    defaultApp,
    isApp,
    pictures,
    noteApp: createRecordAppUse(db, defaultApp),
    list: createListMessages(reading),
    count: createCountMessages(reading),
    read: createMarkRead(db, tell),
    readAll: createMarkAllRead(db, tell),
    settings: createMessageSettings(db, isApp, tell),
    byApp: createPublishByApp({ db, limiter, pictures, defaultApp }),
    streams,
    async stop(): Promise<void> {
      await streams.stop()
      await stopTelling()
    },
  }
}

export type MessageUseCases = Awaited<ReturnType<typeof openMessaging>>
