import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import type { Counts } from './feed.ts'
import { type SourceOptions, sourceOf } from './source.ts'

const nothing = createStore<Counts | undefined>(undefined)

type Options = Omit<SourceOptions, 'token'> & { readonly token: string | undefined }

/** How many messages are unread, as they come; undefined: not known yet, or nobody is signed in. */
export function useUnread(options: Options, onExpired: () => void): number | undefined {
  const { token } = options
  const source = token === undefined ? undefined : sourceOf({ ...options, token })
  const expired = useRef(onExpired)
  expired.current = onExpired
  useEffect(() => source?.onExpired(() => expired.current()), [source])
  useEffect(() => source?.feed.listen(() => {}), [source])
  return useStore(source?.feed.counts ?? nothing)?.unread
}
