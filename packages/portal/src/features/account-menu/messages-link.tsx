import * as m from '@kerf/locales/messages'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { LetterIcon } from '../../ui/icon/icons.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './messages-link.module.css'

const SHOWN_MAX = 99

interface Props {
  href: string
  unread: number
  /** the page on screen is the message center */
  current: boolean
}

/** Link to the message center in the header of every page, with the number of unread messages. */
export function MessagesLink({ href, unread, current }: Props) {
  return (
    <PortalLink href={href} className={styles.link} aria-current={current ? 'page' : undefined}>
      <LetterIcon />
      <VisuallyHidden>
        {m.messages_menu()}
        {unread > 0 && `, ${m.messages_unread_count({ count: unread })}`}
      </VisuallyHidden>
      {unread > 0 && (
        <span className={styles.badge} data-badge aria-hidden="true">
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </PortalLink>
  )
}
