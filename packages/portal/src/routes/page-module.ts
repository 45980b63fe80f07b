import type { ComponentType } from 'react'

export interface LoaderContext {
  readonly params: Readonly<Record<string, string | undefined>>
}

/** Starts the requests of a page. It does not wait for their answers: the page shows a skeleton meanwhile. */
export type PageLoader = (context: LoaderContext) => void

/** What a file of `routes/` exports: its page component, and optionally a loader. */
export interface PageModule {
  readonly loader?: PageLoader
  readonly [name: string]: ComponentType | PageLoader | undefined
}
