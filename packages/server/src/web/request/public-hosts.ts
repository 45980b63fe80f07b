/**
 * Public hosts of the portal. In development the server also answers at `passport.kerf.localhost`: the sample apps share
 * a cookie with it below the parent domain `kerf.localhost`, which demonstrates single sign-on. With DEV_HTTPS_PORT it answers
 * over https too. URLs and cookies of a response follow host and scheme of the request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'

const COOKIE_PARENT_DOMAIN = 'kerf.localhost'
export const SECOND_HOST = `passport.${COOKIE_PARENT_DOMAIN}`

/** The demo host page. Its site is another one than the portal's. */
export const DEMO_HOST = 'host.other.localhost'
const OWN_NAMES = ['localhost', '127.0.0.1', SECOND_HOST]

/** A configured PUBLIC_URL is the only host. */
const hasSecondHost = ({ production, publicUrl }: Config): boolean => !production && publicUrl === undefined

/** How a request reached the server, where this differs from the main URL. */
interface Access {
  readonly secondHost: boolean
  readonly https: boolean
}

export interface PublicHosts {
  /** base URL of the portal at the host of the current request */
  publicUrl(): URL
  /** parent domain of the cookie; undefined: the cookie belongs to the host alone */
  cookieDomain(): string | undefined
  /** base URLs of all hosts; first those of the main URL's scheme */
  publicUrls(): readonly URL[]
  /** origins that development trusts like those of the brands: of DEV_ORIGINS, of this server and of the demo host */
  developmentOrigins(): readonly string[]
  /** Makes host and scheme of each request available to `publicUrl` and `cookieDomain`. */
  registerHooks(http: FastifyInstance): void
}

/** `httpsPort`: port of the https address in development; undefined: there is none, or the server does not listen yet. */
export function createPublicHosts(
  config: Config,
  main: () => URL,
  httpsPort: () => number | undefined = () => undefined,
): PublicHosts {
  const accesses = new AsyncLocalStorage<Access>()
  const toHttps = (address: URL): URL => {
    const url = new URL(address)
    url.protocol = 'https:'
    url.port = String(httpsPort())
    return url
  }
  const urlAt = ({ secondHost, https }: Access): URL => {
    const url = new URL(main())
    if (secondHost) url.hostname = SECOND_HOST
    return https ? toHttps(url) : url
  }
  const withHttps = (urls: readonly URL[]): readonly URL[] =>
    httpsPort() === undefined ? urls : [...urls, ...urls.map(toHttps)]
  const enterRequest = (request: FastifyRequest, _: unknown, done: () => void): void => {
    const secondHost = hasSecondHost(config) && request.hostname === SECOND_HOST
    // The connection decides, not a header: this server ends TLS itself.
    const https = 'encrypted' in request.raw.socket
    if (secondHost || https) accesses.run({ secondHost, https }, done)
    else done()
  }
  return {
    publicUrl() {
      const access = accesses.getStore()
      return access ? urlAt(access) : main()
    },
    cookieDomain: () => (accesses.getStore()?.secondHost ? COOKIE_PARENT_DOMAIN : config.cookieDomain),
    publicUrls: () =>
      withHttps(hasSecondHost(config) ? [main(), urlAt({ secondHost: true, https: false })] : [main()]),
    developmentOrigins() {
      if (config.production) return []
      const names = hasSecondHost(config) ? [...OWN_NAMES, DEMO_HOST] : [DEMO_HOST]
      const { port } = main()
      const urls = withHttps(names.map(name => new URL(`http://${name}:${port}`)))
      return [...urls.map(({ origin }) => origin), ...config.devOrigins]
    },
    registerHooks(http) {
      if (!hasSecondHost(config) && config.devHttpsPort === undefined) return
      // Fastify parses the body outside the context that onRequest entered, so preValidation enters it again.
      http.addHook('onRequest', enterRequest).addHook('preValidation', enterRequest)
      // Browsers apply it to every port of a host: the http address would end.
      if (config.devHttpsPort !== undefined)
        http.addHook('onSend', (_, reply, _payload, done) => {
          reply.removeHeader('strict-transport-security')
          done()
        })
    },
  }
}
