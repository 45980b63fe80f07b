import { useEffect } from 'react'
import { currentToken } from '../../lib/token.ts'
import { reloadAccount } from './account-data.ts'

/** Milliseconds between two looks, while someone is there. */
const PERIOD = 10_000
/** Milliseconds without a key or a pointer after which nobody is: a page left open must not keep its session alive. */
const AWAY = 5 * 60_000

/**
 * Keeps the page true: what another tab or device changes shows when this one is looked at again, and an end of the
 * session elsewhere within seconds. A look that fails says nothing; the next one will.
 */
export function useFreshAccount(): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let lastSeen = Date.now()
    let looking = false

    const look = async () => {
      if (looking || document.visibilityState !== 'visible' || !navigator.onLine || !currentToken()) return
      looking = true
      await reloadAccount().catch(() => {})
      looking = false
    }
    const seen = () => {
      lastSeen = Date.now()
    }
    const seenAgain = () => {
      seen()
      void look()
    }
    for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
      document.addEventListener(event, seen, { signal, passive: true })
    document.addEventListener('visibilitychange', seenAgain, { signal })
    window.addEventListener('focus', seenAgain, { signal })
    const timer = setInterval(() => Date.now() - lastSeen < AWAY && void look(), PERIOD)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
}
