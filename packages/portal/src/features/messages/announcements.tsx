import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { AnnouncementDrawing } from './announcement-drawing.tsx'
import styles from './announcements.module.css'
import { type Announcement, announcementsQuery } from './data/announcements-query.ts'
import { MessageLink } from './detail/message-link.tsx'
import { MessagePicture } from './detail/message-picture.tsx'
import { MessageText } from './detail/message-text.tsx'
import { EmptyDrawing } from './empty-list.tsx'

interface Props {
  language: Language
  /** below the last announcement */
  end: ReactNode
}

/** Announcements to everyone, newest first, page by page. */
export function Announcements({ language, end }: Props) {
  const query = useInfiniteQuery(announcementsQuery(language))
  return (
    <>
      <LoadRegion
        query={query}
        skeleton={<AnnouncementSkeletons />}
        loadingText={m.announcements_loading()}
        hasMore={query.hasNextPage}
      >
        {items => (
          <Card>
            {items.length > 0 ? (
              items.map(item => <AnnouncementRow key={item.id} item={item} language={language} />)
            ) : (
              <div className={styles.none}>
                <EmptyDrawing />
                <p>{m.announcements_none()}</p>
              </div>
            )}
          </Card>
        )}
      </LoadRegion>
      <LoadMore query={query}>{m.messages_more()}</LoadMore>
      {query.data && !query.hasNextPage && end}
    </>
  )
}

const AnnouncementRow = ({ item, language }: { item: Announcement; language: Language }) => (
  <article className={styles.announcement}>
    <div className={styles.picture}>
      <MessagePicture
        key={item.picture}
        address={item.picture}
        placeholder={<AnnouncementDrawing id={item.id} />}
      />
    </div>
    <div className={styles.text}>
      <p className={styles.about}>
        <time dateTime={isoDateTime(item.at)}>{formatDate(item.at)}</time>
        {item.until !== null && <span>{m.messages_until({ day: formatDate(item.until) })}</span>}
        {item.contentLang !== language && <span>{m.messages_other_language()}</span>}
      </p>
      <h2 lang={item.contentLang}>{item.title}</h2>
      {item.body !== '' && <MessageText markdown={item.body} lang={item.contentLang} />}
      {item.link !== null && <MessageLink href={item.link} about={item} className={styles.link} />}
    </div>
  </article>
)

const AnnouncementSkeletons = () => (
  <Card>
    {[0, 1, 2].map(row => (
      <div key={row} className={styles.announcement}>
        <div className={styles.picture} />
        <div className={styles.text}>
          <Skeleton width="third" />
          <Skeleton shape="title" width="half" />
          <Skeleton />
        </div>
      </div>
    ))}
  </Card>
)
