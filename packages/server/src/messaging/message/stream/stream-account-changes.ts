/** Tells the open streams of an account that its own messages, read marks or settings have changed. */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { type AccountState, loadAccountState } from '../store/account-state-store.ts'
import type { BroadcastCache } from '../store/broadcast-cache.ts'
import { createMessageView } from '../store/message-view.ts'
import { encodeLine, type StreamSubscriptions } from './stream-subscriptions.ts'

const TIMER_MAX_MS = HOUR_SECONDS * 1_000
/** The offset to the database's clock is known to this precision only. */
const CLOCK_ERROR_MS = 500

export const CHANGED_LINE = encodeLine({ type: 'changed' })

export interface AccountStreamingDependencies extends Pick<PlatformServices, 'db' | 'onError'> {
  readonly broadcasts: BroadcastCache
  readonly defaultApp: string
  readonly subscriptions: StreamSubscriptions
}

export function createAccountStreaming({
  db,
  broadcasts,
  defaultApp,
  subscriptions,
  onError,
}: AccountStreamingDependencies) {
  /** by uid: the next start or end of a message to the account */
  const timers = new Map<string, NodeJS.Timeout>()
  const reloads = new KeyedMutex()

  function clearTimer(uid: string): void {
    clearTimeout(timers.get(uid))
    timers.delete(uid)
  }

  function sendChanged(uid: string): void {
    for (const subscription of subscriptions.ofAccount(uid)) subscriptions.write(subscription, CHANGED_LINE)
  }

  function scheduleNext(uid: string, { next }: AccountState): void {
    clearTimer(uid)
    if (next === null || !subscriptions.hasAccount(uid)) return
    const untilNext = () => next - (performance.now() + broadcasts.clockOffset())
    const onTimer = (): void => {
      // The timer may fire a little early, or at its maximum: the refresh then schedules it again.
      if (untilNext() < CLOCK_ERROR_MS) sendChanged(uid)
      refresh(uid)
    }
    timers.set(uid, setTimeout(onTimer, Math.min(Math.max(untilNext(), 0) + 1, TIMER_MAX_MS)).unref())
  }

  async function reload(uid: string): Promise<void> {
    const state = await loadAccountState(db, uid)
    for (const subscription of subscriptions.ofAccount(uid))
      subscription.view = createMessageView(state, subscription.appCode, defaultApp)
    scheduleNext(uid, state)
  }

  /** One reload of an account after another: what is read last, stays. */
  function refresh(uid: string): void {
    reloads.runExclusive(uid, () => reload(uid)).catch(onError)
  }

  return {
    /** Reports a change to the pages and reloads the account's view. */
    accountChanged(uid: string): void {
      if (!subscriptions.hasAccount(uid)) return
      sendChanged(uid)
      refresh(uid)
    },
    /** A new stream was added with this state of its account. */
    streamAdded(uid: string, state: AccountState): void {
      if (state.next !== null && !timers.has(uid)) refresh(uid)
    },
    accountGone: clearTimer,
  }
}
