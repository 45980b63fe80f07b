import { checkPicture } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { MessageClient } from './data/message-client.ts'
import type { Tab } from './data/message-list.ts'
import styles from './empty-list.module.css'

interface Props {
  tab: Tab
  /** although its list is empty: the list is not the latest */
  hasUnread: boolean
  source: MessageClient
  /** the host's picture, not yet checked against the list of allowed origins */
  requestedPicture: string | undefined
  onRetry(): void
  onShowAll(): void
}

export function EmptyList({ tab, hasUnread, source, requestedPicture, onRetry, onShowAll }: Props) {
  const picture = useAllowedPicture(source, requestedPicture)
  const unread = tab === 'unread'
  // One of the two is older: both are fetched again before a person has to ask for it.
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (hasUnread) retry()
  }, [hasUnread])
  return (
    <div className={styles.empty}>
      {picture ? (
        <img src={picture} alt="" className={styles.picture} referrerPolicy="no-referrer" />
      ) : (
        <EmptyDrawing isTorn={hasUnread} />
      )}
      {hasUnread ? (
        <>
          <strong>{m.messages_failed()}</strong>
          <Button size="small" onClick={onRetry}>
            {m.ui_retry()}
          </Button>
        </>
      ) : (
        <>
          <strong>{unread ? m.messages_empty_unread_title() : m.messages_empty_title()}</strong>
          <p>{unread ? m.messages_empty_unread_text() : m.messages_empty_text()}</p>
        </>
      )}
      {tab !== 'all' && (
        <Button variant="secondary" size="small" onClick={onShowAll}>
          {m.messages_show_all()}
        </Button>
      )}
    </div>
  )
}

/** Returns the picture once the server has confirmed that its origin is allowed. */
function useAllowedPicture({ id, call }: MessageClient, url: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['message-picture', id, url],
    async queryFn({ signal }) {
      const { picture } = await call(checkPicture, { url: url ?? '' }, { signal })
      return picture?.startsWith('https://') ? picture : null
    },
    enabled: url !== undefined,
  })
  return data ?? undefined
}

/** Drawing: a sheet with a letter cut out of it. `isTorn`: the letter is in two pieces. */
export const EmptyDrawing = ({ isTorn = false }: { isTorn?: boolean }) => (
  <svg viewBox="0 0 160 104" className={styles.drawing} aria-hidden="true" focusable="false">
    <rect x="4" y="8" width="152" height="88" rx="6" className={styles.sheet} />
    <path d="M4 30h152M4 52h152M4 74h152M42 8v88M80 8v88M118 8v88" className={styles.grid} />
    {isTorn ? (
      <>
        <path d="M74 32H44v40h26l6-11-7-9 7-9zM44 32l25 20" className={styles.torn} />
        <path d="M86 36h30v40H82l6-11-7-9 7-9zM116 36L81 56" className={styles.torn} />
      </>
    ) : (
      <>
        <path d="M50 34h60v40H50zM50 34l30 23 30-23" className={styles.cut} />
        <circle cx="110" cy="74" r="3" className={styles.spark} />
      </>
    )}
  </svg>
)
