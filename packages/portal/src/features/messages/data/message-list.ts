/** List of the messages of one tab and its changes. Pure functions. */
import { MESSAGE_CATEGORIES, type MessageSort } from '@kerf/contract/endpoints/message'
import type { Message } from '@kerf/contract/messages/message-stream'

export const TABS = ['all', ...MESSAGE_CATEGORIES, 'unread'] as const
export type Tab = (typeof TABS)[number]

/** The counts of unread messages without those of a tab. */
export function withoutUnread<C extends Readonly<Record<Tab, number>>>(counts: C, tab: Tab): C {
  if (tab === 'all' || tab === 'unread')
    return { ...counts, ...Object.fromEntries(TABS.map(key => [key, 0])) }
  const left = counts.all - counts[tab]
  return { ...counts, [tab]: 0, all: left, unread: left }
}

export interface MessageList {
  readonly items: readonly Message[]
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null
  /** IDs of messages that arrived while the list was shown. */
  readonly fresh: ReadonlySet<string>
  /** IDs of messages read while the list was shown. They stay in the list of unread messages. */
  readonly readHere: ReadonlySet<string>
}

export interface Page {
  readonly items: readonly Message[]
  readonly next: string | null
}

export const toMessageList = ({ items, next }: Page): MessageList => ({
  items,
  next,
  fresh: new Set(),
  readHere: new Set(),
})

/**
 * Adds the page after `cursor`. A message that moved between two pages appears once. A page that no longer follows the list,
 * because a refresh has replaced it meanwhile, is dropped.
 */
export function withNextPage(list: MessageList, cursor: string, { items, next }: Page): MessageList {
  if (list.next !== cursor) return list
  const known = new Set(list.items.map(({ id }) => id))
  return { ...list, items: [...list.items, ...items.filter(({ id }) => !known.has(id))], next }
}

const belongsTo = (tab: Tab, { category, read }: Message): boolean =>
  tab === 'all' || (tab === 'unread' ? !read : tab === category)

/** Inserts a new message if it belongs to the tab, at its place in the order. */
export function withNewMessage(list: MessageList, item: Message, tab: Tab, sort: MessageSort): MessageList {
  if (!belongsTo(tab, item) || list.items.some(({ id }) => id === item.id)) return list
  const fresh = new Set([...list.fresh, item.id])
  if (sort !== 'oldest') return { ...list, items: [item, ...list.items], fresh }
  // The newest message belongs to the last page.
  return list.next === null ? { ...list, items: [...list.items, item], fresh } : list
}

export const withoutMessage = (list: MessageList, id: string): MessageList => ({
  ...list,
  items: list.items.filter(item => item.id !== id),
})

/** Marks messages as read. */
export function withReadMessages(list: MessageList, ids: ReadonlySet<string>): MessageList {
  const isRead = (item: Message) => ids.has(item.id)
  return {
    ...list,
    items: list.items.map(item => (!item.read && isRead(item) ? { ...item, read: true } : item)),
    readHere: new Set([...list.readHere, ...list.items.filter(isRead).map(item => item.id)]),
  }
}

/** Merges a refreshed first page into the list. Messages beyond that page stay as they were. */
export function withRefreshedPage(list: MessageList, page: Page, tab: Tab): MessageList {
  const refreshedIds = new Set(page.items.map(({ id }) => id))
  const knownIds = new Set(list.items.map(({ id }) => id))
  const newIds = page.items.filter(({ id }) => !knownIds.has(id)).map(({ id }) => id)
  const wasReadHere = ({ id }: Message) => tab === 'unread' && list.readHere.has(id)

  const items = [...page.items]
  let position = 0
  for (const item of list.items) {
    const index = items.findIndex(({ id }) => id === item.id)
    if (index >= 0) position = index + 1
    else if (wasReadHere(item)) items.splice(position++, 0, { ...item, read: true })
  }

  const last = page.items.at(-1)
  const lastIndex = last ? list.items.findIndex(({ id }) => id === last.id) : -1
  const itemsBeyond =
    page.next === null || lastIndex < 0
      ? []
      : list.items.slice(lastIndex + 1).filter(({ id }) => !refreshedIds.has(id))
  return {
    ...list,
    items: [...items, ...itemsBeyond.filter(item => !wasReadHere(item))],
    next: itemsBeyond.length > 0 ? list.next : page.next,
    fresh: new Set([...list.fresh, ...newIds]),
  }
}
