import { checkPicture } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Box, Flat, Scene } from '../../ui/drawing/drawing.tsx'
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
          <p>{m.ui_load_failed_advice()}</p>
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

/** A letter that stands on a sheet. `isTorn`: it is in two pieces. */
const LetterScene = ({ isTorn }: { isTorn: boolean }) => (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-24-18h48v36h-48z" />
    <Box of="wood" at={[-24, -18, 0]} size={[48, 36, 4]} />
    {isTorn ? (
      <>
        <Box of="steel" at={[-20, -7, 4]} size={[17, 5, 25]} />
        <Flat of="tool" on="left" at={[-20, -2, 4]} d="M4 21L17 10" line={2.5} />
        <Box of="steel" at={[3, 2, 4]} size={[17, 5, 21]} />
        <Flat of="tool" on="left" at={[3, 7, 4]} d="M0 8L13 17" line={2.5} />
      </>
    ) : (
      <>
        <Box of="accent" at={[-20, -3, 4]} size={[40, 6, 28]} />
        <Flat of="on-accent" on="left" at={[-20, 3, 4]} d="M4 24L20 11L36 24" line={3} />
      </>
    )}
  </>
)

export const EmptyDrawing = ({ isTorn = false }: { isTorn?: boolean }) => (
  <svg viewBox="0 6 80 76" className={styles.drawing} aria-hidden="true" focusable="false">
    <Scene>
      <LetterScene isTorn={isTorn} />
    </Scene>
  </svg>
)
