/** One sign-in for sister hosts and social accounts. */
import type { AddressInfo } from 'node:net'
import { createCookieChain } from '../identity/cookie-sync/cookie-chain.ts'
import { cookieSyncRoutes } from '../identity/cookie-sync/cookie-sync-routes.ts'
import { socialBrowserRoutes } from '../identity/social/browser-routes.ts'
import { openSocial } from '../identity/social/open-social.ts'
import { socialRoutes } from '../identity/social/social-routes.ts'
import type { Services } from './services.ts'

const portOf = ({ http }: Services): number => (http.server.address() as AddressInfo | null)?.port ?? 0

/** Loaded in development only. */
async function openDemoProvider(parts: Services) {
  const { config, names } = parts
  if (config.production) return undefined
  const { createDemoProvider, offersDemo } = await import('../demo/identity-provider/demo-provider.ts')
  return offersDemo(config) ? createDemoProvider(names.all, () => portOf(parts)) : undefined
}

/** Gives the channels that are offered, in order. */
export async function composeSignOn(parts: Services): Promise<readonly string[]> {
  const { add, http, brands, publicUrl, sisters, tickets } = parts
  cookieSyncRoutes(http, { ...parts, nextHop: createCookieChain({ sisters, tickets, publicUrl }) })
  const demo = await openDemoProvider(parts)
  await demo?.routes(http)
  const social = await openSocial({ ...parts, demo: demo && { ...demo.settings, issuer: demo.issuer } })
  socialRoutes(add, social)
  socialBrowserRoutes(http, { ...parts, ...social, brands: new Set(brands.keys()) })
  return social.offered
}
