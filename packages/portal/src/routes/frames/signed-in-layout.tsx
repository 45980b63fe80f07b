import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { Outlet } from '../../lib/router/router-view.tsx'

export { FramedError as ErrorPage } from './framed-error.tsx'

/** Parent of all pages that require a session. Its chunk contains the query client. */
export function SignedInLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  )
}
