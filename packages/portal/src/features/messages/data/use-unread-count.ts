import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '../../../lib/store.ts'
import { getMessageClient, type MessageClientOptions } from './message-client.ts'
import type { MessageCounts } from './message-feed.ts'

const noCounts = createStore<MessageCounts | undefined>(undefined)

type Options = Omit<MessageClientOptions, 'token'> & { readonly token: string | undefined }

/** Live number of unread messages; undefined while unknown or signed out. */
export function useUnreadCount(options: Options, onExpired: () => void): number | undefined {
  const { token } = options
  const source = token === undefined ? undefined : getMessageClient({ ...options, token })
  const reportExpiry = useEffectEvent(onExpired)
  useEffect(() => source?.onExpired(() => reportExpiry()), [source])
  useEffect(() => source?.feed.subscribe(() => {}), [source])
  return useStore(source?.feed.counts ?? noCounts)?.unread
}
