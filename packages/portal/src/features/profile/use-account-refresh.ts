import { useEffect } from 'react'
import { reloadAccount } from '../../lib/session/current-account.ts'
import { getCurrentToken } from '../../lib/token/token.ts'

/** What another tab or device has changed shows when this page is looked at again. A look that fails says nothing. */
export function useAccountRefresh(): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let looking = false

    const look = async () => {
      if (looking || document.visibilityState !== 'visible' || !navigator.onLine || !getCurrentToken()) return
      looking = true
      await reloadAccount().catch(() => {})
      looking = false
    }
    document.addEventListener('visibilitychange', look, { signal })
    window.addEventListener('focus', look, { signal })
    return () => stop.abort()
  }, [])
}
