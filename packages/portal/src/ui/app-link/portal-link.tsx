import type { ComponentProps } from 'react'
import { useRouter } from '../../lib/router/router-view.tsx'
import { isPlainClick } from '../../lib/url/is-plain-click.ts'

/** A link to an address of the portal, with query or fragment. A plain click stays within the page. */
export function PortalLink({ href, onClick, ...native }: ComponentProps<'a'> & { href: string }) {
  const { history } = useRouter()
  return (
    <a
      {...native}
      href={href}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        history.push(href)
      }}
    />
  )
}
