/**
 * Public hosts of the portal. In development the server also answers at `passport.kerf.localhost`: the sample apps share
 * a cookie with it below the parent domain `kerf.localhost`, which demonstrates single sign-on. URLs and cookies of a
 * response follow the host of the request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

const COOKIE_PARENT_DOMAIN = 'kerf.localhost'
export const SECOND_HOST = `passport.${COOKIE_PARENT_DOMAIN}`

/** The demo host page. Its site is another one than the portal's. */
export const DEMO_HOST = 'host.other.localhost'
const OWN_NAMES = ['localhost', '127.0.0.1', SECOND_HOST]

/** A configured PUBLIC_URL is the only host. */
const hasSecondHost = ({ production, publicUrl }: Config): boolean => !production && publicUrl === undefined

export interface PublicHosts {
  /** base URL of the portal at the host of the current request */
  publicUrl(): URL
  /** parent domain of the cookie; undefined: the cookie belongs to the host alone */
  cookieDomain(): string | undefined
  /** base URLs of all hosts */
  publicUrls(): readonly URL[]
  /** origins that development trusts like those of the brands: of DEV_ORIGINS, of this server and of the demo host */
  developmentOrigins(): readonly string[]
  /** Makes the host of each request available to `publicUrl` and `cookieDomain`. */
  registerHooks(http: FastifyInstance): void
}

export function createPublicHosts(config: Config, main: () => URL): PublicHosts {
  const secondHostRequest = new AsyncLocalStorage<true>()
  const secondUrl = (): URL => {
    const url = new URL(main())
    url.hostname = SECOND_HOST
    return url
  }
  const isSecondHost = (): boolean => secondHostRequest.getStore() === true
  return {
    publicUrl: () => (isSecondHost() ? secondUrl() : main()),
    cookieDomain: () => (isSecondHost() ? COOKIE_PARENT_DOMAIN : config.cookieDomain),
    publicUrls: () => (hasSecondHost(config) ? [main(), secondUrl()] : [main()]),
    developmentOrigins() {
      if (config.production) return []
      const names = hasSecondHost(config) ? [...OWN_NAMES, DEMO_HOST] : [DEMO_HOST]
      const { port } = main()
      return [...names.map(name => new URL(`http://${name}:${port}`).origin), ...config.devOrigins]
    },
    registerHooks(http) {
      if (!hasSecondHost(config)) return
      const enterRequest = (request: { hostname: string }, _: unknown, done: () => void): void => {
        if (request.hostname === SECOND_HOST) secondHostRequest.run(true, done)
        else done()
      }
      // Fastify parses the body outside the context that onRequest entered, so preValidation enters it again.
      http.addHook('onRequest', enterRequest).addHook('preValidation', enterRequest)
    },
  }
}
