import { safeLink } from '@kerf/contract/messages/message-markdown'
import { messages_open_link } from '@kerf/locales/messages'
import { ExternalIcon } from '../../../ui/icon/icons.tsx'
import { SafeLink } from './safe-link.tsx'

/** A message's link, with the host that it leads to. Nothing if the address is not safe. */
export function MessageLink({ href, className }: { href: string; className: string | undefined }) {
  const safe = safeLink(href)
  if (safe === undefined) return null
  return (
    <SafeLink href={safe} className={className}>
      {messages_open_link({ host: new URL(safe).host })}
      <ExternalIcon />
    </SafeLink>
  )
}
