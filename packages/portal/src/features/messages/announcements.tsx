import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { Box, Flat, Scene } from '../../ui/drawing/drawing.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './announcements.module.css'
import { type Announcement, announcementsQuery } from './data/announcements-query.ts'
import { MessageLink } from './detail/message-link.tsx'
import { MessagePicture } from './detail/message-picture.tsx'
import { MessageText } from './detail/message-text.tsx'
import { EmptyDrawing } from './empty-list.tsx'

/** A board with a notice, on a sheet. */
const board = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-24-18h48v36h-48z" />
    <Box of="wood" at={[-24, -18, 0]} size={[48, 36, 4]} />
    <Box of="accent" at={[-18, -3, 4]} size={[36, 6, 30]} />
    <Flat of="on-accent" on="left" at={[-18, 3, 4]} d="M7 22h22M7 15h15M7 8h19" line={3} />
  </>
)

/** Above all entries: the data of an entry do not tell what it is about. */
const Band = ({ beside: [left, right] }: Pick<Props, 'beside'>) => (
  <svg
    className={styles.boards}
    viewBox="-150 0 380 84"
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
    focusable="false"
  >
    <Scene>
      <g transform="translate(-92 0)">{left}</g>
      {board}
      <g transform="translate(92 0)">{right}</g>
    </Scene>
  </svg>
)

interface Props {
  language: Language
  /** parts of the drawings left and right of the board */
  beside: readonly ReactNode[]
  /** below the last announcement */
  end: ReactNode
}

/** Announcements to everyone, newest first, page by page. */
export function Announcements({ language, beside, end }: Props) {
  const query = useInfiniteQuery(announcementsQuery(language))
  return (
    <>
      <Band beside={beside} />
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
    <p className={styles.about}>
      <time dateTime={isoDateTime(item.at)}>{formatDate(item.at)}</time>
      {item.contentLang !== language && <span>{m.messages_other_language()}</span>}
    </p>
    <div className={styles.text}>
      <h2 lang={item.contentLang}>{item.title}</h2>
      {item.picture !== null && <MessagePicture address={item.picture} />}
      {item.body !== '' && <MessageText markdown={item.body} lang={item.contentLang} />}
      {item.link !== null && <MessageLink href={item.link} className={styles.link} />}
    </div>
  </article>
)

const AnnouncementSkeletons = () => (
  <Card>
    {[0, 1].map(row => (
      <div key={row} className={styles.announcement}>
        <div className={styles.about}>
          <Skeleton width="half" />
        </div>
        <div className={styles.text}>
          <Skeleton shape="title" width="half" />
          <Skeleton />
        </div>
      </div>
    ))}
  </Card>
)
