import { useLayoutEffect, useState } from 'react'
import { useLocation, useRouter } from '../../lib/router/router-view.tsx'

/** The secret of an emailed link. It is in the URL's fragment, so that it never reaches a server log. */
export function readMailLink(hash: string): string | undefined {
  const link = hash.replace(/^#/, '')
  return /^[\w-]{1,512}$/.test(link) ? link : undefined
}

/** Removes the link's secret from the address bar at once and keeps it in memory only. */
export function useMailLink(): string | undefined {
  const { history } = useRouter()
  const hash = useLocation().hash
  const [link, setLink] = useState(() => readMailLink(history.location.hash))
  useLayoutEffect(() => {
    if (!hash) return
    setLink(readMailLink(hash))
    history.replace(history.location.pathname + history.location.search)
  }, [hash, history])
  return link
}
