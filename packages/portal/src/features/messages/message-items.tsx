import { markdownToPlainText } from '@kerf/contract/messages/message-markdown'
import type { Message } from '@kerf/contract/messages/message-stream'
import * as m from '@kerf/locales/messages'
import { messages_yesterday } from '@kerf/locales/messages'
import { memo } from 'react'
import { formatClock, formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { CATEGORY_ICONS, TAB_NAMES } from './categories.tsx'
import styles from './message-items.module.css'

interface Props {
  items: readonly Message[]
  fresh: ReadonlySet<string>
  selected: string | undefined
  /** stable, so that opening a message draws only the rows that change */
  onOpen(item: Message): void
}

/** The messages of a tab, each a button that opens it. */
export function MessageItems({ items, fresh, selected, onOpen }: Props) {
  return (
    <ul className={styles.items} aria-label={m.messages_list()}>
      {items.map(item => (
        <Row
          key={item.id}
          item={item}
          fresh={fresh.has(item.id)}
          selected={item.id === selected}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  item: Message
  fresh: boolean
  selected: boolean
  onOpen(item: Message): void
}

/** Memoized: lists can be long, and opening a message changes two rows only. */
const Row = memo(({ item, fresh, selected, onOpen }: RowProps) => {
  const Icon = CATEGORY_ICONS[item.category]
  const words = markdownToPlainText(item.body, 120)
  return (
    <li data-fresh={fresh || undefined} className={styles.row}>
      <button
        type="button"
        className={styles.item}
        data-message={item.id}
        data-unread={!item.read || undefined}
        aria-current={selected || undefined}
        onClick={() => onOpen(item)}
      >
        <span className={styles.icon}>
          <Icon />
          {!item.read && <span className={styles.dot} />}
        </span>
        <span className={styles.words}>
          <span className={styles.top}>
            {!item.read && <VisuallyHidden>{m.messages_unread()} </VisuallyHidden>}
            <span className={styles.title} lang={item.contentLang}>
              {item.title}
            </span>
          </span>
          {words && (
            <span className={styles.excerpt} lang={item.contentLang}>
              {words}
            </span>
          )}
          <span className={styles.about}>
            <span>{TAB_NAMES[item.category]()}</span>
            <time dateTime={isoDateTime(item.at)}>{messageTime(item.at)}</time>
          </span>
        </span>
      </button>
    </li>
  )
})

/** The previous calendar day. Subtracting 24 hours would be wrong on days with 23 or 25 hours. */
function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** Today the time, yesterday "Yesterday" and the time, before that the date. `at` and `now` are Unix seconds; `zone` defaults to the viewer's time zone. */
export function messageTime(at: number, now = Date.now() / 1000, zone?: string): string {
  const day = formatDate(at, zone)
  const today = formatDate(now, zone)
  if (day === today) return formatClock(at, zone)
  return day === dayBefore(today) ? messages_yesterday({ time: formatClock(at, zone) }) : day
}
