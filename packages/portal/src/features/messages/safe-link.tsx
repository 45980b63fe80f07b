import { safeLink } from '@kerf/contract/message-markdown'
import { messages_new_page } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'

interface Props {
  href: string
  className?: string | undefined
  children: ReactNode
}

/** A way out of a message: https only, to a new page that learns nothing of this one. Else its words alone. */
export function SafeLink({ href, className, children }: Props) {
  const safe = safeLink(href)
  if (safe === undefined) return children
  return (
    <a
      href={safe}
      className={className}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
    >
      {children}
      <VisuallyHidden> {messages_new_page()}</VisuallyHidden>
    </a>
  )
}
