/** "Mark all as read": shown at once and sent a little later, so that it can be undone until then. */
import { readAllMessages } from '@kerf/contract/endpoints/message'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { MessageClient } from './message-client.ts'
import type { MessageView } from './messages-query.ts'

const UNDO_MS = 5_000

interface Marked {
  readonly view: MessageView
  /** the messages that the list shows as read */
  readonly ids: ReadonlySet<string>
  /** of `performance.now()` */
  readonly since: number
}

/** `onSent`: the server has marked the messages. */
export function useMarkAll({ call }: MessageClient, view: MessageView, onSent: (ids: Marked['ids']) => void) {
  const [waiting, setWaiting] = useState<Marked>()
  const unsent = useRef<Marked>(undefined)
  const mutation = useMutation({
    mutationFn: ({ view: { tab }, since }: Marked) =>
      call(
        readAllMessages,
        {
          ...(tab !== 'all' && tab !== 'unread' && { category: tab }),
          // What arrived while it could be undone stays unread.
          delaySeconds: Math.round((performance.now() - since) / 1000),
        },
        { keepalive: true },
      ),
    onSuccess: (_, { ids }) => onSent(ids),
  })
  const { mutate } = mutation

  function set(marked: Marked | undefined) {
    unsent.current = marked
    setWaiting(marked)
  }

  // Another view, another page and the end of the time send it.
  useEffect(() => {
    if (waiting?.view !== view) return
    const send = () => {
      if (unsent.current) mutate(unsent.current)
      unsent.current = undefined
      setWaiting(undefined)
    }
    const timer = setTimeout(send, UNDO_MS)
    window.addEventListener('pagehide', send)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [waiting, view, mutate])

  const isOfView = (marked: Marked | undefined) => marked?.view === view
  const pending = mutation.isPending ? mutation.variables : undefined
  return {
    error: isOfView(mutation.variables) ? mutation.error : null,
    isPending: mutation.isPending,
    isDone: waiting !== undefined || (mutation.isSuccess && isOfView(mutation.variables)),
    /** messages to show as read although the server does not know it yet */
    shownRead: isOfView(waiting) ? waiting?.ids : isOfView(pending) ? pending?.ids : undefined,
    start(ids: Marked['ids']) {
      mutation.reset()
      set({ view, ids, since: performance.now() })
    },
    undo: isOfView(waiting) ? () => set(undefined) : undefined,
  }
}
