/** Which broadcasts an account sees, and which of them it has read. Pure. */
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { LOCKED_CATEGORIES } from '@kerf/contract/endpoints/message'
import type { AccountState, BroadcastRow } from './message-store.ts'

export interface MessageView {
  /** milliseconds, the database's */
  readonly now: number
  sees(broadcast: BroadcastRow): boolean
  hasRead(broadcast: BroadcastRow): boolean
}

/** `appCode`: the app whose messages are looked at, besides those the account uses. */
export function createMessageView(state: AccountState, appCode: string, defaultApp: string): MessageView {
  const { now } = state
  const apps = new Set([defaultApp, appCode, ...state.apps])
  const muted = new Set(state.muted.map(([app, category]) => `${app} ${category}`))
  const marks = new Map(state.marks.map(([category, version, at]) => [category, { version, at }]))
  const reads = new Set(state.reads)
  const isMuted = (app: string, category: MessageCategory): boolean =>
    muted.size > 0 && !LOCKED_CATEGORIES.includes(category) && muted.has(`${app} ${category}`)
  return {
    now,
    sees: ({ starts, ends, audience, app, category }) =>
      starts <= now &&
      (ends === null || ends > now) &&
      (audience === 'all' || apps.has(app)) &&
      !isMuted(app, category),
    hasRead({ id, category, published, starts }) {
      const mark = marks.get(category)
      if (mark && published <= mark.version && starts <= mark.at) return true
      return reads.has(id)
    },
  }
}
