/**
 * Message streams of open pages. Broadcasts are sent to every page that shows them; changes of an account's own messages are
 * reported, and the page loads them. PostgreSQL notifications drive this; a regular refresh makes up for lost ones.
 */
import { STREAM_HEARTBEAT_MS } from '@kerf/contract/message-limits'
import { type FindLiveTokens, SESSIONS_ENDED_CHANNEL } from '../../../identity/index.ts'
import { createSerialTask } from '../../../platform/concurrency/serial-task.ts'
import { listen } from '../../../platform/db/listen.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import type { PictureRule } from '../content/picture-rule.ts'
import { loadAccountState } from '../store/account-state-store.ts'
import type { BroadcastCache } from '../store/broadcast-cache.ts'
import { BROADCAST_PAYLOAD, MESSAGE_CHANNEL } from '../store/message-notification-store.ts'
import { createMessageView } from '../store/message-view.ts'
import { CHANGED_LINE, createAccountStreaming } from './stream-account-changes.ts'
import { createBroadcastStreaming } from './stream-broadcasts.ts'
import {
  createStreamSubscriptions,
  encodeLine,
  type StreamConnection,
  type StreamRequest,
  type StreamSubscription,
} from './stream-subscriptions.ts'

/** Per process. */
const STREAMS_MAX = 20_000
const REFRESH_INTERVAL_MS = 5_000
/** After a reconnection to the database all pages reload, spread over this time. */
const RELOAD_SPREAD_MS = 10_000

const HELLO_LINE = encodeLine({ type: 'hello' })
const HEARTBEAT_LINE = encodeLine({ type: 'beat' })

export interface MessageStreams {
  /**
   * Writes to the connection until the session ends, the page calls `close` or the process stops. Throws `system` when this
   * process has too many streams or stops.
   */
  open(request: StreamRequest, connection: StreamConnection): Promise<{ close(): void }>
  readonly size: number
  stop(): Promise<void>
}

export interface MessageStreamsDependencies extends Pick<PlatformServices, 'db' | 'onError'> {
  readonly broadcasts: BroadcastCache
  readonly pictures: PictureRule
  readonly defaultApp: string
  readonly findLiveTokens: FindLiveTokens
  /** before the pages of the account learn of it */
  readonly onAccountChanged: (uid: string) => void
}

export function openMessageStreams(of: MessageStreamsDependencies): MessageStreams {
  const { db, defaultApp, findLiveTokens, onError } = of
  const subscriptions = createStreamSubscriptions(uid => accounts.accountGone(uid))
  const accounts = createAccountStreaming({ ...of, subscriptions })
  const broadcasts = createBroadcastStreaming({ ...of, subscriptions })
  let stopped = false

  function onNotification(payload: string, channel: string): void {
    if (channel === SESSIONS_ENDED_CHANNEL)
      endSignedOutStreams(subscriptions.ofAccount(payload)).catch(onError)
    else if (payload === BROADCAST_PAYLOAD) broadcasts.update()
    else if (payload === '') onReconnected()
    else
      for (const uid of payload.split(' ')) {
        of.onAccountChanged(uid)
        accounts.accountChanged(uid)
      }
  }

  /** Notifications that were sent without a connection are lost. */
  function onReconnected(): void {
    broadcasts.update()
    for (const subscription of subscriptions.all()) {
      const sendChanged = () => {
        if (subscriptions.has(subscription)) subscriptions.write(subscription, CHANGED_LINE)
      }
      setTimeout(sendChanged, Math.random() * RELOAD_SPREAD_MS).unref()
    }
  }

  async function endSignedOutStreams(candidates: Iterable<StreamSubscription>): Promise<void> {
    const open = [...candidates]
    if (open.length === 0) return
    const live = await findLiveTokens(open.map(({ uid, tokenHash }) => ({ uid, hash: tokenHash })))
    for (const subscription of open)
      if (!live.has(subscription.tokenHash)) subscriptions.end(subscription, 'session')
  }

  const checking = createSerialTask(() => endSignedOutStreams(subscriptions.all()), onError)
  const refreshTimer = setInterval(() => {
    broadcasts.update()
    checking.start()
  }, REFRESH_INTERVAL_MS).unref()
  const heartbeatTimer = setInterval(() => {
    for (const subscription of subscriptions.all()) subscriptions.write(subscription, HEARTBEAT_LINE)
  }, STREAM_HEARTBEAT_MS).unref()
  broadcasts.update()
  const listening = listen(db, [MESSAGE_CHANNEL, SESSIONS_ENDED_CHANNEL], onNotification, onError)

  return {
    async open(request, connection) {
      if (stopped || subscriptions.size >= STREAMS_MAX) throw new ApiError('system', { retryAfter: 30 })
      const state = await loadAccountState(db, request.uid)
      if (stopped) throw new ApiError('system', { retryAfter: 1 })
      const view = createMessageView(state, request.appCode, defaultApp)
      const subscription: StreamSubscription = { ...request, connection, view }
      subscriptions.add(subscription)
      subscriptions.write(subscription, HELLO_LINE)
      accounts.streamAdded(request.uid, state)
      // The session may have ended since it was checked, before its stream was known here.
      endSignedOutStreams([subscription]).catch(onError)
      return { close: () => subscriptions.remove(subscription) }
    },
    get size() {
      return subscriptions.size
    },
    async stop() {
      stopped = true
      clearInterval(refreshTimer)
      clearInterval(heartbeatTimer)
      for (const subscription of [...subscriptions.all()]) subscriptions.end(subscription, 'closing')
      await broadcasts.stop()
      await listening.stop()
    },
  }
}
