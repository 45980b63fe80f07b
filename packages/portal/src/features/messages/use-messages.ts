import {
  listMessages,
  type MessageSort,
  readAllMessages,
  readMessages,
} from '@kerf/contract/endpoints/message'
import type { Message, StreamLine } from '@kerf/contract/message-stream'
import { messages_arrived } from '@kerf/locales/messages'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import type { MessageClient } from './message-client.ts'
import {
  type Listed,
  type ListState,
  listed,
  refreshed,
  type Tab,
  withArrived,
  withMore,
  without,
  withRead,
} from './message-list.ts'

const REFRESH_LIMIT_MAX = 100

export interface Messages {
  readonly list: ListState
  /** announcement of the latest arrived message for screen readers */
  readonly arrived: string
  /** why marking all as read failed */
  readonly error: ErrorDescription | undefined
  reload(): void
  /** fetches the list again; the shown list stays until the response arrives */
  refresh(): void
  more(): void
  read(item: Message): void
  readAll(): Promise<boolean>
}

/** The list of one tab: loaded when the tab opens, kept up to date by the feed. */
export function useMessages({ call, feed, appCode }: MessageClient, tab: Tab, sort: MessageSort): Messages {
  const [list, setList] = useState<ListState>({ kind: 'loading' })
  const [arrived, setArrived] = useState('')
  const [error, setError] = useState<ErrorDescription>()
  const running = useRef<AbortController>(undefined)
  const asking = useRef<'list' | 'page'>(undefined)
  /** the list must be fetched again: another page was fetched first, or the pending response may lack a new message */
  const stale = useRef(false)
  const kept = useRef(new Set<string>())
  const now = useRef<ListState>(list)
  useLayoutEffect(() => {
    now.current = list
  })

  const listInput = (limit: number, cursor?: string) => ({
    appCode,
    sort,
    limit: String(limit),
    ...(tab === 'unread' ? { unread: 'true' as const } : tab === 'all' ? {} : { category: tab }),
    ...(cursor !== undefined && { cursor }),
  })
  const change = (next: (listed: Listed) => Listed) =>
    setList(before => (before.kind === 'listed' ? next(before) : before))
  const begin = (what: 'list' | 'page'): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    asking.current = what
    return running.current.signal
  }
  /** Returns false if another request has replaced this one. */
  const ends = (signal: AbortSignal): boolean => {
    if (!signal.aborted) asking.current = undefined
    return !signal.aborted
  }

  async function load() {
    stale.current = false
    const signal = begin('list')
    try {
      const page = await call(listMessages, listInput(20), { signal })
      if (!ends(signal)) return
      now.current = listed(page)
      setList(now.current)
      if (stale.current) void refresh()
    } catch (error) {
      const description = await describeError(error)
      if (ends(signal)) setList({ kind: 'failed', error: description })
    }
  }

  /** The shown list stays if a refresh fails. A page that the person requested takes precedence. */
  async function refresh() {
    const before = now.current
    if (asking.current === 'page' || before.kind === 'loading') {
      stale.current = true
      return
    }
    if (before.kind !== 'listed') return before.kind === 'failed' ? load() : undefined
    stale.current = false
    const signal = begin('list')
    const limit = Math.min(Math.max(before.items.length, 20), REFRESH_LIMIT_MAX)
    const page = await call(listMessages, listInput(limit), { signal }).catch(() => undefined)
    if (!ends(signal)) return
    if (page) change(listed => refreshed(listed, page, tab === 'unread' ? kept.current : NONE))
    if (stale.current) void refresh()
  }

  async function loadMore(cursor: string) {
    if (asking.current === 'list') stale.current = true
    const signal = begin('page')
    change(listed => ({ ...listed, more: 'pending' }))
    try {
      const page = await call(listMessages, listInput(20, cursor), { signal })
      if (ends(signal)) change(listed => withMore(listed, page))
    } catch (error) {
      const more = await describeError(error)
      if (ends(signal)) change(listed => ({ ...listed, more }))
    }
    if (!signal.aborted && stale.current) void refresh()
  }

  const openList = useEffectEvent((_tab: Tab, _sort: MessageSort) => {
    kept.current = new Set()
    setList({ kind: 'loading' })
    void load()
  })
  const onLine = useEffectEvent((line: StreamLine) => {
    // The pending response may be older than this line.
    if (line.type === 'message' || line.type === 'gone') stale.current ||= asking.current === 'list'
    if (line.type === 'message') {
      change(listed => withArrived(listed, line.item, tab, sort))
      setArrived(messages_arrived({ title: line.item.title }))
    } else if (line.type === 'gone') change(listed => without(listed, line.id))
    else if (line.type === 'changed') void refresh()
  })

  // Each tab and each order has a list of its own.
  useEffect(() => {
    openList(tab, sort)
    const stop = feed.subscribe(line => onLine(line))
    return () => {
      stop()
      running.current?.abort()
    }
  }, [feed, tab, sort])

  return {
    list,
    arrived,
    error,
    reload() {
      setList({ kind: 'loading' })
      void load()
    },
    refresh() {
      void refresh()
      feed.refresh()
    },
    more() {
      if (list.kind === 'listed' && list.next !== null && list.more !== 'pending') void loadMore(list.next)
    },
    read(item) {
      if (item.read) return
      kept.current.add(item.id)
      change(listed => withRead(listed, ({ id }) => id === item.id))
      // If this fails, the message is unread again after the next fetch.
      call(readMessages, { ids: [item.id] }).then(feed.refresh, () => {})
    },
    async readAll() {
      setError(undefined)
      try {
        await call(readAllMessages, tab === 'all' || tab === 'unread' ? {} : { category: tab })
        if (list.kind === 'listed') for (const { id } of list.items) kept.current.add(id)
        change(listed => withRead(listed, () => true))
        feed.refresh()
        return true
      } catch (error) {
        setError(await describeError(error))
        return false
      }
    },
  }
}

const NONE: ReadonlySet<string> = new Set()
