/** Serves files: the portal's assets, the SDK, and the marks of brands. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAssets, readEmbed } from './assets.ts'
import type { readBrandFiles } from './brand-files.ts'
import { sendEncoded } from './encoded-body.ts'
import { commonHeaders } from './page-headers.ts'
import { splitUrl } from './split-url.ts'

/** For file names without a hash or a version. */
const LATEST_EMBED_CACHE = 'public, max-age=3600'
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'
/** An SVG file that is opened as a document must not run scripts or load anything. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

interface FileRouteOptions {
  readonly portalFolder: string
  readonly files: ReturnType<typeof readBrandFiles>
  readonly https: () => boolean
}

export function fileRoutes(app: FastifyInstance, { portalFolder, files, https }: FileRouteOptions): void {
  const assets = readAssets(portalFolder, 'assets')
  const embed = readEmbed(portalFolder)

  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const asset = assets.get(request.params.file)
    if (!asset) return reply.callNotFound()
    reply.type(asset.type).headers({
      ...commonHeaders(https()),
      'cache-control': IMMUTABLE_CACHE,
      vary: 'Accept-Encoding',
      'cross-origin-resource-policy': 'same-origin',
    })
    return sendEncoded(request, reply, asset.body)
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
    return sendEncoded(request, reply, asset.body)
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
    return sendEncoded(request, reply, file.body)
  })

  app.get('/favicon.ico', (request, reply) => {
    const mark = files.byBrand.get(DEFAULT_BRAND)?.mark
    if (!mark) return reply.callNotFound()
    reply
      .type('image/svg+xml')
      .headers({ ...commonHeaders(https()), 'cache-control': 'public, max-age=86400' })
    reply.header('content-security-policy', SVG_POLICY).header('vary', 'Accept-Encoding')
    return sendEncoded(request, reply, mark.body)
  })
}
