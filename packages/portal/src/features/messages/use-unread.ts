import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import type { Counts } from './feed.ts'
import { type SourceOptions, sourceOf } from './source.ts'

const nothing = createStore<Counts | undefined>(undefined)

/** How many messages are unread, as they come; undefined: not known yet, or nobody is signed in. */
export function useUnread(options: Omit<SourceOptions, 'token'> & { readonly token: string | undefined }) {
  const { token } = options
  const feed = token === undefined ? undefined : sourceOf({ ...options, token }).feed
  useEffect(() => feed?.listen(() => {}), [feed])
  return useStore(feed?.counts ?? nothing)?.unread
}
