import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** What a file of `routes/` exports: its page and nothing else, so that no name has to be told. */
export type PageModule = Readonly<Record<string, ComponentType>>

/**
 * A page that is fetched when it is asked for. Where that fails, the router reloads the window if it knows the error;
 * with the network away nothing would be left of it. This error leads to the error page, which offers the same.
 */
export const lazyPage = (load: () => Promise<PageModule>) =>
  lazyRouteComponent(async () => {
    try {
      const [Page] = Object.values(await load())
      return { default: Page }
    } catch (cause) {
      throw new Error('a page did not load', { cause })
    }
  })
