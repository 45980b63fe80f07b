import { safeLink } from '@kerf/contract/messages/message-markdown'
import { messages_new_page } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'

interface Props {
  href: string
  className?: string | undefined
  children: ReactNode
}

/** An https link that opens a new tab without referrer or opener. Any other address renders as plain text. */
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
