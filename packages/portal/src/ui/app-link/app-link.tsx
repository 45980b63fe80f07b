import type { PageWithId, PortalPage } from '@kerf/contract/portal-routes'
import type { ReactNode } from 'react'
import { requestedReturnUrl } from '../../lib/form/form-draft.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { useStore } from '../../lib/store.ts'
import { isPlainClick } from '../../lib/url/is-plain-click.ts'
import { portalHref } from '../../lib/url/links.ts'

interface Props {
  to: PortalPage | PageWithId
  /** The link's own query parameters, without `?`. */
  search?: string
  className?: string | undefined
  /** Opens a new tab, so that a half-filled form stays. */
  beside?: boolean
  children: ReactNode
}

/** A link to a page of the portal. Its code is loaded when the link is hovered or focused. */
export function AppLink({ to, search, className, beside, children }: Props) {
  const router = useRouter()
  // Prerendered links have no return address: the server renders one page for all of them.
  const href = portalHref(to, search, useStore(requestedReturnUrl, ''))
  const preload = () => router.preload(new URL(href, location.href).pathname)
  return (
    <a
      href={href}
      className={className}
      target={beside ? '_blank' : undefined}
      rel={beside ? 'noopener' : undefined}
      onPointerEnter={beside ? undefined : preload}
      onFocus={beside ? undefined : preload}
      onClick={event => {
        if (beside || !isPlainClick(event)) return
        event.preventDefault()
        router.history.push(href)
      }}
    >
      {children}
    </a>
  )
}
