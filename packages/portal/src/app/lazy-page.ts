import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A page that is fetched when it is asked for. Where that fails, the router reloads the window if it knows the error;
 * with the network away nothing would be left of it. This error leads to the error page, which offers the same.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (cause) {
      throw new Error('a page did not load', { cause })
    }
  }, name)
