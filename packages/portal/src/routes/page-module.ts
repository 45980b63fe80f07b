import type { ComponentType } from 'react'
import type { RouteContext } from '../lib/router/router.ts'

export type LoaderContext = Pick<RouteContext, 'params'>

/** Starts the requests of a page. It does not wait for their answers: the page shows a skeleton meanwhile. */
export type PageLoader = (context: LoaderContext) => void

/** What a file of `routes/` exports: its page component, optionally a loader, and a layout's frame around a page that failed. */
export interface PageModule {
  readonly loader?: PageLoader
  readonly ErrorPage?: ComponentType
  readonly [name: string]: ComponentType | PageLoader | undefined
}
