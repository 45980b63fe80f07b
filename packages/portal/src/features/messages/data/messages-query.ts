/** Queries of the message center. Their keys start with the client, which belongs to one account and one language. */
import { getMessageSettings, listMessages, type MessageSort } from '@kerf/contract/endpoints/message'
import { queryOptions } from '@tanstack/react-query'
import type { MessageClient } from './message-client.ts'
import { type MessageList, type Page, type Tab, toMessageList, withRefreshedPage } from './message-list.ts'

const PAGE_ITEMS = 20
const REFRESH_ITEMS_MAX = 100
/** Long enough for a page whose loader has started the request. */
const UNUSED_LIST_TTL_MS = 10_000

/** What the list shows. Each visit of a tab starts with a list of its own. */
export interface MessageView {
  readonly tab: Tab
  readonly sort: MessageSort
  readonly visit: number
}

export const initialView = (sort: MessageSort = 'newest'): MessageView => ({ tab: 'all', sort, visit: 0 })

interface PageRequest {
  readonly limit?: number
  readonly cursor?: string
  readonly signal?: AbortSignal
}

export const fetchMessagePage = (
  { call, appCode }: MessageClient,
  { tab, sort }: MessageView,
  { limit = PAGE_ITEMS, cursor, signal }: PageRequest,
): Promise<Page> => {
  const filter = tab === 'unread' ? { unread: 'true' as const } : tab === 'all' ? {} : { category: tab }
  return call(
    listMessages,
    { appCode, sort, limit: String(limit), ...filter, ...(cursor !== undefined && { cursor }) },
    signal && { signal },
  )
}

/** The list of a view. Fetching it again keeps the messages of further pages. */
export const messagesQuery = (client: MessageClient, view: MessageView) => {
  const queryKey = ['messages', client.id, view]
  return queryOptions({
    queryKey,
    gcTime: UNUSED_LIST_TTL_MS,
    async queryFn({ client: queryClient, signal }): Promise<MessageList> {
      const shown = queryClient.getQueryData<MessageList>(queryKey)
      const limit = Math.min(Math.max(shown?.items.length ?? 0, PAGE_ITEMS), REFRESH_ITEMS_MAX)
      const page = await fetchMessagePage(client, view, { limit, signal })
      // Changes that arrived meanwhile are in the list, but not in the page.
      const list = queryClient.getQueryData<MessageList>(queryKey)
      return list ? withRefreshedPage(list, page, view.tab) : toMessageList(page)
    },
  })
}

export const messageSettingsQuery = ({ id, call, appCode }: MessageClient) =>
  queryOptions({
    queryKey: ['message-settings', id],
    queryFn: ({ signal }) => call(getMessageSettings, { appCode }, { signal }),
  })
