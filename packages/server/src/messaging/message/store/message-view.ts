/** Decides which broadcasts an account sees and which of them it has read. Pure functions of the account's state. */
import { LOCKED_CATEGORIES, type MessageCategory } from '@kerf/contract/endpoints/message'
import type { AccountState } from './account-state-store.ts'
import type { Broadcast } from './broadcast-store.ts'

export interface MessageView {
  isVisible(broadcast: Broadcast): boolean
  isRead(broadcast: Broadcast): boolean
}

/** `appCode`: the app in which the messages are shown; it counts as one that the account uses. */
export function createMessageView(state: AccountState, appCode: string, defaultApp: string): MessageView {
  const { now } = state
  const apps = new Set([defaultApp, appCode, ...state.apps])
  const muted = new Set(state.muted.map(([app, category]) => `${app} ${category}`))
  const marks = new Map(state.marks.map(([category, version, at]) => [category, { version, at }]))
  const reads = new Set(state.reads)
  const isMuted = (app: string, category: MessageCategory): boolean =>
    muted.size > 0 && !LOCKED_CATEGORIES.includes(category) && muted.has(`${app} ${category}`)
  return {
    isVisible: ({ starts, ends, audience, app, category }) =>
      starts <= now &&
      (ends === null || ends > now) &&
      (audience === 'all' || apps.has(app)) &&
      !isMuted(app, category),
    isRead({ id, category, published, starts }) {
      const mark = marks.get(category)
      if (mark && published <= mark.version && starts <= mark.at) return true
      return reads.has(id)
    },
  }
}
