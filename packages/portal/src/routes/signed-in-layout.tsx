import { Outlet } from '@tanstack/react-router'
import { QueryProvider } from '../lib/query-provider.tsx'

/** Parent of all pages that require a session. Its chunk contains the query client. */
export function SignedInLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  )
}
