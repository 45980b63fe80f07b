import { createMemoryHistory } from '@tanstack/history'
import type { ReactNode } from 'react'
import { createRouter } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-view.tsx'

const NoError = () => null

/** A router without pages, for components with links. */
export function TestRouter({ at = '/', children }: { at?: string; children: ReactNode }) {
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ history, routes: [], ErrorComponent: NoError })
  return <RouterProvider router={router}>{children}</RouterProvider>
}
