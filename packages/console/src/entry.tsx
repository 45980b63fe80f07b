/** Entry of the console of operators. */

import type { ConsoleSession } from '@kerf/contract/console/console-session'
import { ToastRegion } from '@kerf/portal/console-ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsoleCallError, listenForExpiry, post } from './api/call-console.ts'
import { queryClient } from './api/queries.ts'
import { Entrance, Unavailable } from './app/entrance.tsx'
import { forgetTypedTexts } from './app/private-search.ts'
import { router } from './app/router.tsx'
import { applyPreferences } from './session/preferences.ts'
import { SessionContext } from './session/session.tsx'

applyPreferences()

/** undefined: not known yet; null: nobody is logged in */
function App() {
  const [session, setSession] = useState<ConsoleSession | null>()
  /** why it is not known */
  const [error, setError] = useState<Error>()
  const [isAsking, setAsking] = useState(true)
  const [isInvited, setInvited] = useState(() => location.hash.length > 40)
  const leave = useCallback(() => {
    queryClient.clear()
    setError(undefined)
    setSession(null)
  }, [])
  const reload = useCallback(async () => {
    setAsking(true)
    try {
      setSession(await post<ConsoleSession>('/session'))
      setError(undefined)
    } catch (thrown) {
      if (thrown instanceof ConsoleCallError && thrown.failure.error === 'expired_login') leave()
      else setError(thrown as Error)
    } finally {
      setAsking(false)
    }
  }, [leave])
  useEffect(() => {
    listenForExpiry(leave)
    void reload()
  }, [leave, reload])
  const isLoggedIn = Boolean(session)
  // At the end of a session only: a link that is opened before the login keeps its text. They are gone before the login is seen.
  useLayoutEffect(() => (isLoggedIn ? forgetTypedTexts : undefined), [isLoggedIn])
  const value = useMemo(() => (session ? { session, reload, leave } : undefined), [session, reload, leave])
  // A known session keeps its screen, whose calls show their own errors.
  if (!session && error) return <Unavailable error={error} isRetrying={isAsking} onRetry={reload} />
  if (session === undefined) return null
  const enter = () => {
    setInvited(false)
    void reload()
  }
  if (!value || isInvited) return <Entrance onEnter={enter} />
  return (
    <SessionContext value={value}>
      <RouterProvider router={router} />
    </SessionContext>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
        <ToastRegion />
      </QueryClientProvider>
    </StrictMode>,
  )
