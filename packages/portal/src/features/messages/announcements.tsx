import type { OutputOf } from '@kerf/contract/endpoint'
import { listAnnouncements } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { formatDate, isoDateTime } from '../../lib/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { ExternalIcon } from '../../ui/icon/icons.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './announcements.module.css'
import { MessagePicture } from './message-picture.tsx'
import { MessageText } from './message-text.tsx'
import { SafeLink } from './safe-link.tsx'

type Page = OutputOf<typeof listAnnouncements>
type Announcement = Page['items'][number]

/** Announcements to everyone, newest first, page by page. */
export function Announcements({ language }: { language: string }) {
  const [items, setItems] = useState<readonly Announcement[]>()
  const [next, setNext] = useState<string | null>(null)
  const [pending, setPending] = useState(true)
  const [error, setError] = useState<ErrorDescription>()

  async function load(cursor: string | null, signal?: AbortSignal) {
    setPending(true)
    setError(undefined)
    try {
      const page = await callApi(
        listAnnouncements,
        cursor === null ? {} : { cursor },
        signal ? { signal } : {},
      )
      setItems(before => [...(cursor === null ? [] : (before ?? [])), ...page.items])
      setNext(page.next)
    } catch (error) {
      const description = await describeError(error)
      if (!signal?.aborted) setError(description)
    }
    if (!signal?.aborted) setPending(false)
  }
  const loadFirstPage = useEffectEvent((signal: AbortSignal) => void load(null, signal))
  useEffect(() => {
    const controller = new AbortController()
    loadFirstPage(controller.signal)
    return () => controller.abort()
  }, [])

  return (
    <div className={styles.list} aria-busy={pending}>
      {items?.map(item => (
        <Card key={item.id}>
          <article className={styles.announcement}>
            <h2 lang={item.contentLang}>{item.title}</h2>
            <p className={styles.about}>
              <time dateTime={isoDateTime(item.at)}>{formatDate(item.at)}</time>
              {item.contentLang !== language && <span>{m.messages_other_language()}</span>}
            </p>
            {item.picture !== null && <MessagePicture address={item.picture} />}
            {item.body !== '' && <MessageText markdown={item.body} lang={item.contentLang} />}
            {item.link !== null && (
              <SafeLink href={item.link} className={styles.link}>
                {m.messages_open_link()}
                <ExternalIcon />
              </SafeLink>
            )}
          </article>
        </Card>
      ))}
      {items?.length === 0 && (
        <Card>
          <p className={styles.none}>{m.announcements_none()}</p>
        </Card>
      )}
      {!items && pending && <AnnouncementSkeletons />}
      <ErrorNotice error={error} />
      {error && !pending && (
        <Button variant="secondary" className={styles.more} onClick={() => void load(items ? next : null)}>
          {m.messages_retry()}
        </Button>
      )}
      {!error && next !== null && (
        <Button variant="secondary" className={styles.more} pending={pending} onClick={() => void load(next)}>
          {m.messages_more()}
        </Button>
      )}
    </div>
  )
}

const AnnouncementSkeletons = () => (
  <>
    <VisuallyHidden>{m.announcements_loading()}</VisuallyHidden>
    {[0, 1].map(card => (
      <Card key={card}>
        <Skeleton shape="title" width="half" />
        <Skeleton />
        <Skeleton width="half" />
      </Card>
    ))}
  </>
)
