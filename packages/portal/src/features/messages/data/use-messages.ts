import { readMessages } from '@kerf/contract/endpoints/message'
import type { Message, StreamLine } from '@kerf/contract/messages/message-stream'
import { messages_arrived } from '@kerf/locales/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MessageClient } from './message-client.ts'
import {
  type MessageList,
  withNewMessage,
  withNextPage,
  withoutMessage,
  withReadMessages,
} from './message-list.ts'
import { fetchMessagePage, type MessageView, messagesQuery } from './messages-query.ts'
import { useMarkAll } from './use-mark-all.ts'

/** The list of one view: fetched when the view opens, kept up to date by the feed. */
export function useMessages(client: MessageClient, view: MessageView) {
  const { call, feed } = client
  const { tab, sort } = view
  const queryClient = useQueryClient()
  const options = messagesQuery(client, view)
  const query = useQuery(options)
  /** announcement of the latest arrived message for screen readers */
  const [arrived, setArrived] = useState('')

  const change = useCallback(
    (update: (list: MessageList) => MessageList) =>
      queryClient.setQueryData(messagesQuery(client, view).queryKey, list => list && update(list)),
    [queryClient, client, view],
  )

  const { mutate: markRead } = useMutation({
    mutationFn: (id: string) => call(readMessages, { ids: [id] }),
    // After a failure, the message is unread again with the next fetch.
    onSuccess: feed.refresh,
  })
  const read = useCallback(
    (item: Message) => {
      if (item.read) return
      change(list => withReadMessages(list, new Set([item.id])))
      markRead(item.id)
    },
    [change, markRead],
  )

  const readAll = useMarkAll(client, view, ids => {
    change(list => withReadMessages(list, ids))
    feed.refresh()
  })

  const nextPage = useMutation({
    mutationFn: ({ view, cursor }: { view: MessageView; cursor: string }) =>
      fetchMessagePage(client, view, { cursor }),
    onSuccess: (page, { cursor }) => change(list => withNextPage(list, cursor, page)),
    onSettled() {
      if (isOutdated.current) fetchAgain()
    },
  })

  /** A change arrived while the next page was requested. */
  const isOutdated = useRef(false)

  /** The next page may be older than the change: the list is fetched after it, and includes it. */
  function refetch() {
    if (nextPage.isPending) isOutdated.current = true
    else fetchAgain()
  }

  /** Replaces a request in flight, because its answer may be older than the change. */
  function fetchAgain() {
    isOutdated.current = false
    const filter = { queryKey: options.queryKey, exact: true }
    if (query.data) void queryClient.invalidateQueries(filter)
    else void queryClient.resetQueries(filter)
  }

  const onLine = useEffectEvent((line: StreamLine) => {
    if (line.type === 'changed') return refetch()
    if (line.type === 'message') {
      change(list => withNewMessage(list, line.item, tab, sort))
      setArrived(messages_arrived({ title: line.item.title }))
    } else if (line.type === 'gone') change(list => withoutMessage(list, line.id))
    else return
    if (query.isFetching) refetch()
  })
  useEffect(() => feed.subscribe(line => onLine(line)), [feed])

  const { shownRead } = readAll
  const shown = useMemo(
    () => (query.data && shownRead ? withReadMessages(query.data, shownRead) : query.data),
    [query.data, shownRead],
  )
  const isOfView = (mutated: MessageView | undefined) => mutated === view
  return {
    query: { ...query, data: shown },
    arrived,
    read,
    /** Fetches the list and the counts again. The shown list stays until the answer arrives. */
    refresh() {
      refetch()
      feed.refresh()
    },
    nextPage: {
      error: isOfView(nextPage.variables?.view) ? nextPage.error : null,
      isPending: nextPage.isPending && isOfView(nextPage.variables.view),
      load: (cursor: string) => nextPage.mutate({ view, cursor }),
    },
    readAll: {
      ...readAll,
      start: () => readAll.start(new Set(query.data?.items.map(({ id }) => id))),
    },
  }
}
