import { useLayoutEffect, useState } from 'react'
import { useLocation, useRouter } from '../../lib/router/router-view.tsx'
import { readNotMeSecret } from './not-me-link.ts'

/** Removes the link's secret from the address bar at once and keeps it in memory only. */
export function useNotMeLink(): string | undefined {
  const { history } = useRouter()
  const hash = useLocation().hash
  const [link, setLink] = useState(() => readNotMeSecret(history.location.hash))
  useLayoutEffect(() => {
    if (!hash) return
    setLink(readNotMeSecret(hash))
    history.replace(history.location.pathname + history.location.search)
  }, [hash, history])
  return link
}
