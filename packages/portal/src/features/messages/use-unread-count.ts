import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { getMessageClient, type MessageClientOptions } from './message-client.ts'
import type { MessageCounts } from './message-feed.ts'

const noCounts = createStore<MessageCounts | undefined>(undefined)

type Options = Omit<MessageClientOptions, 'token'> & { readonly token: string | undefined }

/** How many messages are unread, as they come; undefined: not known yet, or nobody is signed in. */
export function useUnreadCount(options: Options, onExpired: () => void): number | undefined {
  const { token } = options
  const source = token === undefined ? undefined : getMessageClient({ ...options, token })
  const expired = useRef(onExpired)
  expired.current = onExpired
  useEffect(() => source?.onExpired(() => expired.current()), [source])
  useEffect(() => source?.feed.subscribe(() => {}), [source])
  return useStore(source?.feed.counts ?? noCounts)?.unread
}
