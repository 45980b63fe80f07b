import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { LoaderContext, PageModule } from '../routes/page-module.ts'

/**
 * Route options of a page whose code is fetched when it is first visited. The loader runs as soon as the code is there and
 * does not delay the page.
 *
 * When the import fails, the router would reload the window for errors that it recognizes, and without a network nothing
 * would be left. The wrapped error leads to the error page instead, which offers the same reload.
 */
export const lazyPage = (load: () => Promise<PageModule>) => ({
  loader: async (context: LoaderContext) => (await load()).loader?.(context),
  component: lazyRouteComponent(async () => {
    try {
      // The exports of a module are sorted by code unit, so that the page component comes before `loader`.
      const [Page] = Object.values(await load())
      return { default: Page as ComponentType }
    } catch (cause) {
      throw new Error('the page did not load', { cause })
    }
  }),
})
