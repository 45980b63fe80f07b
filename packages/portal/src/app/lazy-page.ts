import type { ComponentType } from 'react'
import type { LayerCode, RouteContext } from '../lib/router/router.ts'

/** Starts the requests of a page. It does not wait for their answers: the page shows a skeleton meanwhile. */
type PageLoader = (context: RouteContext) => void

/** What a file of `routes/` exports: its page component, optionally a loader, and a layout's frame around a page that failed. */
export interface PageModule {
  readonly loader?: PageLoader
  readonly ErrorPage?: ComponentType
  readonly [name: string]: ComponentType | PageLoader | undefined
}

/** The code of a page whose file is fetched when it is first visited. A failed import is tried again at the next visit. */
export const lazyPage = (load: () => Promise<PageModule>) => async (): Promise<LayerCode> => {
  const { loader, ErrorPage, ...rest } = await load()
  const [Component] = Object.values(rest)
  if (!Component) throw new Error('the file exports no page')
  return { Component: Component as ComponentType, loader, ErrorComponent: ErrorPage }
}
