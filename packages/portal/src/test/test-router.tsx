import { createMemoryHistory } from '@tanstack/history'
import type { ReactNode } from 'react'
import { createRouter } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-view.tsx'

const NoError = () => null

/** A router without pages, for components with links. */
export function TestRouter({ children }: { children: ReactNode }) {
  const router = createRouter({ history: createMemoryHistory(), routes: [], ErrorComponent: NoError })
  return <RouterProvider router={router}>{children}</RouterProvider>
}
