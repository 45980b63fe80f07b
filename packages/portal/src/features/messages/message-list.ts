/** State of one tab's list and its transitions. Pure functions. */
import { MESSAGE_CATEGORIES, type MessageSort } from '@kerf/contract/endpoints/message'
import type { Message } from '@kerf/contract/message-stream'
import type { ErrorDescription } from '../../lib/error-texts.ts'

export const TABS = ['all', ...MESSAGE_CATEGORIES, 'unread'] as const
export type Tab = (typeof TABS)[number]

export interface Listed {
  readonly kind: 'listed'
  readonly items: readonly Message[]
  readonly next: string | null
  readonly more: 'idle' | 'pending' | ErrorDescription
  /** IDs of messages that arrived while the list was shown */
  readonly fresh: ReadonlySet<string>
}

export type ListState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ErrorDescription }
  | Listed

export interface Page {
  readonly items: readonly Message[]
  readonly next: string | null
}

export const listed = ({ items, next }: Page): Listed => ({
  kind: 'listed',
  items,
  next,
  more: 'idle',
  fresh: new Set(),
})

/** Adds a page. A message that moved between two pages appears once. */
export function withMore(before: Listed, { items, next }: Page): Listed {
  const known = new Set(before.items.map(({ id }) => id))
  return {
    ...before,
    items: [...before.items, ...items.filter(({ id }) => !known.has(id))],
    next,
    more: 'idle',
  }
}

export const belongs = (tab: Tab, { category, read }: Message): boolean =>
  tab === 'all' || (tab === 'unread' ? !read : tab === category)

/** Inserts a new message if it belongs to the tab, at its place in the order. */
export function withArrived(before: Listed, item: Message, tab: Tab, sort: MessageSort): Listed {
  if (!belongs(tab, item) || before.items.some(({ id }) => id === item.id)) return before
  const fresh = new Set([...before.fresh, item.id])
  if (sort !== 'oldest') return { ...before, items: [item, ...before.items], fresh }
  // The newest message belongs to the last page.
  return before.next === null ? { ...before, items: [...before.items, item], fresh } : before
}

export const without = (before: Listed, id: string): Listed => ({
  ...before,
  items: before.items.filter(item => item.id !== id),
})

export const withRead = (before: Listed, isRead: (item: Message) => boolean): Listed => ({
  ...before,
  items: before.items.map(item => (!item.read && isRead(item) ? { ...item, read: true } : item)),
})

/**
 * Merges a refreshed first page into the list. `kept`: messages read on this page, which stay in the list of unread
 * messages until the tab changes. Messages beyond the refreshed page stay as they were.
 */
export function refreshed(before: Listed, page: Page, kept: ReadonlySet<string>): Listed {
  const got = new Set(page.items.map(({ id }) => id))
  const known = new Set(before.items.map(({ id }) => id))
  const last = page.items.at(-1)
  const fresh = new Set([
    ...before.fresh,
    ...page.items.filter(item => !known.has(item.id)).map(({ id }) => id),
  ])
  const items = [...page.items]
  let at = 0
  for (const item of before.items) {
    const here = items.findIndex(({ id }) => id === item.id)
    if (here >= 0) at = here + 1
    else if (kept.has(item.id)) items.splice(at++, 0, { ...item, read: true })
  }
  const beyond =
    page.next === null || last === undefined
      ? []
      : before.items
          .slice(before.items.findIndex(({ id }) => id === last.id) + 1)
          .filter(({ id }) => !got.has(id))
  const goesOn = beyond.length > 0 && before.items.some(({ id }) => id === last?.id)
  return {
    kind: 'listed',
    items: goesOn ? [...items, ...beyond.filter(({ id }) => !kept.has(id))] : items,
    next: goesOn ? before.next : page.next,
    more: 'idle',
    fresh,
  }
}
