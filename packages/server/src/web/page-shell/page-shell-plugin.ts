/** Serves the portal: pages, assets and brand files. Any other GET request is redirected to the sign-in page. */

import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import { AGREEMENT_COOKIE, LANGUAGE_COOKIE, THEME_COOKIE, TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { AGREED_VERSIONS } from '@kerf/contract/legal-versions'
import { isPortalPage, portalPath } from '@kerf/contract/portal-routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createNetworkMinuteLimit } from '../../platform/limits/address-limits.ts'
import { isReservedPath } from '../allowed-methods.ts'
import { cookieValues } from '../request/cookies.ts'
import { readAssets, readEmbed } from './assets.ts'
import { readBrandFiles } from './brand-files.ts'
import { readBuiltPages } from './built-pages.ts'
import { escapeForHeader, findDestination } from './destination.ts'
import { type EncodedBody, negotiateEncoding } from './encoded-body.ts'
import type { PageSettings } from './page-data.ts'
import { commonHeaders } from './page-headers.ts'
import { createPageShell } from './page-shell.ts'

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
/** For file names without a hash or a version. */
const LATEST_EMBED_CACHE = 'public, max-age=3600'
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'
/** An SVG file that is opened as a document must not run scripts or load anything. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export function pageShellPlugin(options: PageShellOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const { portalFolder, brands, clock } = options
    const publicUrl = () => (options.publicUrl instanceof URL ? options.publicUrl : options.publicUrl())
    const https = () => publicUrl().protocol === 'https:'
    const { pages, watchdog } = readBuiltPages(portalFolder)
    const assets = readAssets(portalFolder, 'assets')
    const embed = readEmbed(portalFolder)
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
        return reply
          .code(302)
          .headers({
            ...commonHeaders(https()),
            'cache-control': 'private, no-cache',
            vary: 'Cookie, Accept-Language',
          })
          .header('referrer-policy', 'no-referrer')
          .header('location', result.location)
          .send()
      }
      reply.headers(result.headers)
      if (request.headers['if-none-match'] === result.headers.etag) return reply.code(304).send()
      return send(request, reply, result.body)
    }

    function send(request: FastifyRequest, reply: FastifyReply, body: EncodedBody) {
      const { content, encoding } = negotiateEncoding(body, request.headers['accept-encoding'])
      if (encoding) reply.header('content-encoding', encoding)
      return reply.send(content)
    }

    app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
      const asset = assets.get(request.params.file)
      if (!asset) return reply.callNotFound()
      reply.type(asset.type).headers({
        ...commonHeaders(https()),
        'cache-control': IMMUTABLE_CACHE,
        vary: 'Accept-Encoding',
        'cross-origin-resource-policy': 'same-origin',
      })
      return send(request, reply, asset.body)
    })

    // Pages of any origin load the SDK, also with `crossorigin` and `integrity`.
    const sendEmbed = (request: FastifyRequest, reply: FastifyReply, path: string, cacheControl: string) => {
      const asset = embed.get(path)
      if (!asset) return reply.callNotFound()
      reply.type(asset.type).headers({
        ...commonHeaders(https()),
        'cache-control': cacheControl,
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return send(request, reply, asset.body)
    }
    app.get<{ Params: { file: string } }>('/embed/:file', (request, reply) =>
      sendEmbed(request, reply, request.params.file, LATEST_EMBED_CACHE),
    )
    // A release never changes (packages/embed/build/releases.ts).
    app.get<{ Params: { version: string; file: string } }>('/embed/:version/:file', (request, reply) =>
      sendEmbed(request, reply, `${request.params.version}/${request.params.file}`, IMMUTABLE_CACHE),
    )

    app.get<{ Params: { code: string; file: string } }>('/brands/:code/:file', (request, reply) => {
      const file = files.byPath.get(`${request.params.code}/${request.params.file}`)
      if (!file) return reply.callNotFound()
      const isVersioned = splitUrl(request.url).query === `v=${file.hash}`
      const etag = `"${file.hash}"`
      reply.type('image/svg+xml').headers({
        ...commonHeaders(https()),
        'cache-control': isVersioned ? IMMUTABLE_CACHE : 'public, no-cache',
        etag,
        vary: 'Accept-Encoding',
        'content-security-policy': SVG_POLICY,
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return send(request, reply, file.body)
    })

    app.get('/favicon.ico', (request, reply) => {
      const mark = files.byBrand.get(DEFAULT_BRAND)?.mark
      if (!mark) return reply.callNotFound()
      reply
        .type('image/svg+xml')
        .headers({ ...commonHeaders(https()), 'cache-control': 'public, max-age=86400' })
      reply.header('content-security-policy', SVG_POLICY).header('vary', 'Accept-Encoding')
      return send(request, reply, mark.body)
    })

    // A form that is submitted before its script has loaded arrives here. Its body is received within the limit and dropped.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (_request, _body, done) => done(null),
    )
    const form = {
      config: { page: true },
      // Before the body is read: its type and size are no matter of an unknown call.
      async onRequest(request: FastifyRequest, reply: FastifyReply) {
        if (isReservedPath(splitUrl(request.url).path)) return reply.callNotFound()
      },
    }
    app.post('/:lang/:page', form, (request, reply) => {
      const { path, query } = splitUrl(request.url)
      const destination = findDestination({
        path,
        query,
        languageCookie: undefined,
        acceptLanguage: undefined,
      })
      if (destination.kind !== 'page' || !isPortalPage(destination.page)) return reply.callNotFound()
      const safeQuery = escapeForHeader(query)
      const location = portalPath(destination.language, destination.page) + (safeQuery && `?${safeQuery}`)
      return reply
        .code(303)
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', location })
        .send()
    })

    app.get('/', { config: { page: true } }, page)
    app.get('/*', { config: { page: true } }, page)
  }
}

function splitUrl(url: string): { path: string; query: string } {
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, queryStart), query: url.slice(queryStart + 1) }
}
