/** Counts unread messages by category: messages to the account in SQL (`account-state-store.ts`), broadcasts by walking over the cache. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { countMessages as endpoint } from '@kerf/contract/endpoints/message'
import type { PlatformServices } from '../../platform/services.ts'
import { loadAccountState } from './store/account-state-store.ts'
import type { BroadcastCache } from './store/broadcast-cache.ts'
import { createMessageView } from './store/message-view.ts'

export type MessageCounts = OutputOf<typeof endpoint>

export interface CountMessagesDependencies extends Pick<PlatformServices, 'db'> {
  readonly broadcasts: BroadcastCache
  readonly defaultApp: string
}

export const createCountMessages = ({ db, broadcasts, defaultApp }: CountMessagesDependencies) =>
  async function countMessages(uid: string, appCode = defaultApp): Promise<MessageCounts> {
    const state = await loadAccountState(db, uid)
    const view = createMessageView(state, appCode, defaultApp)
    const counts = { device: 0, system: 0, app: 0, activity: 0, ...state.unread }
    for (const broadcast of await broadcasts.atLeast(state.version))
      if (!view.isRead(broadcast) && view.isVisible(broadcast)) counts[broadcast.category] += 1
    const all = counts.device + counts.system + counts.app + counts.activity
    return { all, ...counts, unread: all }
  }
