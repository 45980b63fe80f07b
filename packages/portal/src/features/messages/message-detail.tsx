import type { Message } from '@kerf/contract/messages/message-stream'
import * as m from '@kerf/locales/messages'
import { type Ref, useState } from 'react'
import { formatDate, formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ArrowLeftIcon } from '../../ui/icon/icons.tsx'
import { ReadIcon, TAB_NAMES } from './categories.tsx'
import { MessageLink } from './detail/message-link.tsx'
import { MessagePicture } from './detail/message-picture.tsx'
import { MessageText } from './detail/message-text.tsx'
import styles from './message-detail.module.css'

interface Props {
  item: Message
  language: string
  headingRef: Ref<HTMLHeadingElement>
  /** the message is shown without having been chosen, and is unread: marks it as read */
  onRead?: (() => void) | undefined
  onBack(): void
}

/** Only where the list is not beside it. */
export const BackToList = ({ onBack }: { onBack(): void }) => (
  <button type="button" className={styles.back} onClick={onBack}>
    <ArrowLeftIcon />
    {m.messages_back()}
  </button>
)

export function MessageDetail({ item, language, headingRef, onRead, onBack }: Props) {
  const [wasUnread] = useState(onRead !== undefined)
  return (
    <article className={styles.detail}>
      <BackToList onBack={onBack} />
      <header className={styles.header}>
        <h2 ref={headingRef} tabIndex={-1} lang={item.contentLang}>
          {item.title}
        </h2>
        <div className={styles.line}>
          <p className={styles.about}>
            <span>{TAB_NAMES[item.category]()}</span>
            <time dateTime={isoDateTime(item.at)}>{formatDateTime(item.at)}</time>
            {item.until !== null && <span>{m.messages_until({ day: formatDate(item.until) })}</span>}
          </p>
          {onRead ? (
            <Button variant="secondary" size="small" onClick={onRead}>
              <ReadIcon />
              {m.messages_read_one()}
            </Button>
          ) : (
            wasUnread && (
              <p className={classNames(styles.about, styles.done)}>
                <ReadIcon />
                {m.messages_read_now()}
              </p>
            )
          )}
        </div>
        {item.contentLang !== language && <p className={styles.about}>{m.messages_other_language()}</p>}
      </header>
      {item.picture !== null && <MessagePicture key={item.picture} address={item.picture} />}
      {item.body !== '' && <MessageText markdown={item.body} lang={item.contentLang} />}
      {item.link !== null && <MessageLink href={item.link} className={styles.link} />}
    </article>
  )
}
