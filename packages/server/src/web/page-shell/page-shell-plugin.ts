/** Serves the portal: pages, assets and brand files. Any other GET request is redirected to the sign-in page. */

import type { LoadedBrand } from '@kerf/brands/registry'
import {
  AGREEMENT_COOKIE,
  LANGUAGE_COOKIE,
  NOTICE_COOKIE,
  PASSKEY_COOKIE,
  THEME_COOKIE,
  TOKEN_COOKIE,
} from '@kerf/contract/cookie-names'
import { AGREED_VERSIONS } from '@kerf/contract/legal-versions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createNetworkMinuteLimit } from '../../platform/limits/address-limits.ts'
import { isReservedPath } from '../allowed-methods.ts'
import { cookieValues } from '../request/cookies.ts'
import { readBrandFiles } from './brand-files.ts'
import { readBuiltPages } from './built-pages.ts'
import { earlyFormRoute } from './early-form-route.ts'
import { sendEncoded } from './encoded-body.ts'
import { fileRoutes } from './file-routes.ts'
import type { PageSettings } from './page-data.ts'
import { commonHeaders } from './page-headers.ts'
import { createPageShell } from './page-shell.ts'
import { splitUrl } from './split-url.ts'

export interface PageShellOptions extends PageSettings {
  readonly portalFolder: string
  readonly brands: ReadonlyMap<string, LoadedBrand>
  /** base URL of the portal; a function if it is known only after the server listens */
  readonly publicUrl: URL | (() => URL)
  readonly clock: () => Date
  /** development: returns the URL of the script that simulates the host app, depending on the request's cookies */
  readonly standIn?: (cookie: string | undefined) => string | undefined
}

/** Pages that one address may ask for and that are not in the cache. Visitors share pages, so few are rendered for an office. */
const RENDERS_PER_MINUTE = 600

/** The login page that follows says once that no page has the address. */
const unknownAddressCookie = (secure: boolean): string =>
  `${NOTICE_COOKIE}=unknown_address; Max-Age=60; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

export function pageShellPlugin(options: PageShellOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const { portalFolder, brands, clock } = options
    const publicUrl = () => (options.publicUrl instanceof URL ? options.publicUrl : options.publicUrl())
    const https = () => publicUrl().protocol === 'https:'
    const { pages, watchdog } = readBuiltPages(portalFolder)
    const files = readBrandFiles(brands)
    const isWithinRenderLimit = createNetworkMinuteLimit(RENDERS_PER_MINUTE)
    const renderPage = createPageShell({ pages, watchdog, brands, files, settings: options, https, clock })

    function page(request: FastifyRequest, reply: FastifyReply) {
      const { path, query } = splitUrl(request.url)
      if (isReservedPath(path)) return reply.callNotFound()
      const { cookie } = request.headers
      const language = cookieValues(cookie, LANGUAGE_COOKIE)[0]
      const theme = cookieValues(cookie, THEME_COOKIE)[0]
      const admits = () => isWithinRenderLimit(request.ip)
      const result = renderPage(
        {
          path,
          query,
          cookies: {
            ...(language === undefined ? {} : { language }),
            ...(theme === undefined ? {} : { theme }),
            agreed: cookieValues(cookie, AGREEMENT_COOKIE)[0] === AGREED_VERSIONS,
            passkey: cookieValues(cookie, PASSKEY_COOKIE)[0] === '1',
            signedIn: cookieValues(cookie, TOKEN_COOKIE).some(value => value !== ''),
          },
          acceptLanguage: request.headers['accept-language'],
          userAgent: request.headers['user-agent'],
          standIn: options.standIn?.(cookie),
        },
        admits,
      )
      if (result.kind === 'refused') throw new ApiError('too_many_requests', { retryAfter: 60 })
      if (result.kind === 'redirect') {
        // A picture that is missing, for example, is nothing that the person went to.
        const isNavigation = request.headers['sec-fetch-dest'] === 'document'
        return reply
          .code(302)
          .headers({
            ...commonHeaders(https()),
            'cache-control': 'private, no-cache',
            vary: 'Cookie, Accept-Language',
          })
          .header('referrer-policy', 'no-referrer')
          .header('location', result.location)
          .headers(result.isUnknown && isNavigation ? { 'set-cookie': unknownAddressCookie(https()) } : {})
          .send()
      }
      reply.headers(result.headers)
      if (request.headers['if-none-match'] === result.headers.etag) return reply.code(304).send()
      return sendEncoded(request, reply, result.body)
    }

    fileRoutes(app, { portalFolder, files, https })
    earlyFormRoute(app)
    app.get('/', { config: { page: true } }, page)
    app.get('/*', { config: { page: true } }, page)
  }
}
