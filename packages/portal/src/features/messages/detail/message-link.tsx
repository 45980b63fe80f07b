import { safeLink } from '@kerf/contract/messages/message-markdown'
import { messages_open_link } from '@kerf/locales/messages'
import { ExternalIcon } from '../../../ui/icon/icons.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { SafeLink } from './safe-link.tsx'

interface Props {
  href: string
  /** the message, where other messages on the page have links to the same host */
  about?: { readonly title: string; readonly contentLang: string }
  className: string | undefined
}

/** A message's link, with the host that it leads to. Nothing if the address is not safe. */
export function MessageLink({ href, about, className }: Props) {
  const safe = safeLink(href)
  if (safe === undefined) return null
  return (
    <SafeLink href={safe} className={className}>
      {messages_open_link({ host: new URL(safe).host })}
      {about && <VisuallyHidden lang={about.contentLang}> {about.title}</VisuallyHidden>}
      <ExternalIcon />
    </SafeLink>
  )
}
