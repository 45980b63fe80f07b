import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { Drawing } from '../../ui/drawing/drawing.tsx'
import { ExternalIcon } from '../../ui/icon/icons.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './announcements.module.css'
import { type Announcement, announcementsQuery } from './data/announcements-query.ts'
import { MessagePicture } from './detail/message-picture.tsx'
import { MessageText } from './detail/message-text.tsx'
import { SafeLink } from './detail/safe-link.tsx'
import { EmptyDrawing } from './empty-list.tsx'

const MEGAPHONE = {
  body: 'M24 33l30-13v38L24 46ZM16 33h8v13h-8Z',
  line: 'M28 48l4 13h7l-4-10M54 20v38',
  beam: 'M62 33l5-3M63 39h6M62 45l5 3',
}

/** Announcements to everyone, newest first, page by page. */
export function Announcements({ language }: { language: Language }) {
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
    </>
  )
}

const AnnouncementRow = ({ item, language }: { item: Announcement; language: Language }) => (
  <article className={styles.announcement}>
    <Drawing {...MEGAPHONE} />
    <div className={styles.text}>
      <div>
        <h2 lang={item.contentLang}>{item.title}</h2>
        <p className={styles.about}>
          <time dateTime={isoDateTime(item.at)}>{formatDate(item.at)}</time>
          {item.contentLang !== language && <span>{m.messages_other_language()}</span>}
        </p>
      </div>
      {item.picture !== null && <MessagePicture address={item.picture} />}
      {item.body !== '' && <MessageText markdown={item.body} lang={item.contentLang} />}
      {item.link !== null && (
        <SafeLink href={item.link} className={styles.link}>
          {m.messages_open_link()}
          <ExternalIcon />
        </SafeLink>
      )}
    </div>
  </article>
)

const AnnouncementSkeletons = () => (
  <Card>
    {[0, 1].map(row => (
      <div key={row} className={styles.announcement}>
        <div className={styles.blank} />
        <div className={styles.text}>
          <Skeleton shape="title" width="half" />
          <Skeleton />
        </div>
      </div>
    ))}
  </Card>
)
