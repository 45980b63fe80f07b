import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { Box, Flat, type Material, Scene } from '../../ui/drawing/drawing.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './announcements.module.css'
import { type Announcement, announcementsQuery } from './data/announcements-query.ts'
import { MessageLink } from './detail/message-link.tsx'
import { MessagePicture } from './detail/message-picture.tsx'
import { MessageText } from './detail/message-text.tsx'
import { EmptyDrawing } from './empty-list.tsx'

interface BoardProps {
  of: Material
  ink: Material
  /** how far right of the middle it stands */
  right: number
  d: string
}

/** A board with a notice, on a sheet. */
const Board = ({ of, ink, right: r, d }: BoardProps) => (
  <>
    <Flat of="shadow" on="top" at={[2 + r, 2 - r, 0]} d="M-24-18h48v36h-48z" />
    <Box of="wood" at={[r - 24, -r - 18, 0]} size={[48, 36, 4]} />
    <Box of={of} at={[r - 18, -r - 3, 4]} size={[36, 6, 30]} />
    <Flat of={ink} on="left" at={[r - 18, 3 - r, 4]} d={d} line={3} />
  </>
)

/** Three boards in a row, above all entries: the data of an entry do not tell what it is about. */
const Boards = () => (
  <svg
    className={styles.boards}
    viewBox="-150 0 380 84"
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
    focusable="false"
  >
    <Scene>
      <Board of="body" ink="tool" right={-46} d="M7 22h15M7 15h22M7 8h10" />
      <Board of="accent" ink="on-accent" right={0} d="M7 22h22M7 15h15M7 8h19" />
      <Board of="steel" ink="dark" right={46} d="M7 22h19M7 15h12M7 8h22" />
    </Scene>
  </svg>
)

/** Announcements to everyone, newest first, page by page. */
export function Announcements({ language }: { language: Language }) {
  const query = useInfiniteQuery(announcementsQuery(language))
  return (
    <>
      <Boards />
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
