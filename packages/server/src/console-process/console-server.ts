/**
 * The console's process: the web application, and a way for its calls to the server that runs the operations. It decides who may ask
 * (host, origin, JSON) and keeps the session's token in a cookie that no script reads; who may do what the server decides.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsoleErrorName } from '@kerf/contract/console/console-session'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { createNetworkMinuteLimit } from '../platform/limits/address-limits.ts'
import { jsonLog } from '../web/json-log.ts'
import { readAssets } from '../web/page-shell/assets.ts'
import { sendEncoded } from '../web/page-shell/encoded-body.ts'
import { singleCookie } from '../web/request/cookies.ts'
import type { ConsoleConfig } from './console-config.ts'

/** Calls before a session, of one network in a minute. */
const ENTRIES_PER_MINUTE = 30
const BODY_MAX_BYTES = 256 * 1024
const CALL_TIMEOUT_MS = 60_000
const FLOW_SECONDS = 300
const TOKEN = /^[\w-]{43}$/
const ENTRY =
  /^\/api\/(?:entrance|login|login\/options|invitation|invitation\/options|invitation\/accept|openid\/start)$/
const WITHIN = /^\/api\/(?:session|logout|passkey|passkey\/options|call\/[a-z.-]{1,64})$/

/** No other origin, no inline script or style, no frame, and no text that becomes markup (Trusted Types). */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export interface ConsoleServerOptions
  extends Pick<ConsoleConfig, 'origin' | 'api' | 'trustedProxies' | 'logLevel' | 'folder'> {
  /** fetches from the server; tests replace it */
  readonly fetch?: typeof fetch
}

interface ServerAnswer {
  readonly token?: string
  /** of a login by OpenID that has begun */
  readonly flow?: string
  readonly [name: string]: unknown
}

export function buildConsoleServer(options: ConsoleServerOptions): FastifyInstance {
  const { origin, api, trustedProxies, logLevel, folder, fetch: ask = fetch } = options
  const own = new URL(origin)
  const isHttps = own.protocol === 'https:'
  const cookieName = isHttps ? '__Host-kerf_console' : 'kerf_console'
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  /** Survives the way back from the provider, which is another site. */
  const flowName = `${cookieName}_flow`
  const flowAttributes = attributes.replace('SameSite=Strict', 'SameSite=Lax')
  const assets = readAssets(folder, 'assets')
  const page = readFileSync(join(folder, 'index.html'))
  const isWithinEntries = createNetworkMinuteLimit(ENTRIES_PER_MINUTE)
  const http = fastify({
    logger: jsonLog(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 128 },
  })
  http.removeContentTypeParser('text/plain')

  const fail = (reply: FastifyReply, status: number, error: ConsoleErrorName, requestId?: string) =>
    reply.code(status).send({ error, requestId })

  http.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    })
    if (request.url === '/healthz') return
    // Another name that leads here is not the console: DNS rebinding.
    if (request.headers.host !== own.host) return fail(reply, 421, 'not_found')
  })

  /** A call comes from the console's own page, as JSON, which no form of another site can send. */
  function isOwnCall({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site']
    return (
      headers.origin === origin &&
      (site === undefined || site === 'same-origin') &&
      /^application\/json(?:;|$)/.test(headers['content-type'] ?? '')
    )
  }

  /** undefined: the server does not answer */
  async function askServer(
    request: FastifyRequest,
    path: string,
    body: unknown,
  ): Promise<Response | undefined> {
    const token = singleCookie(request.headers.cookie, cookieName)
    try {
      return await ask(api + path, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && TOKEN.test(token) && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body ?? {}),
      })
    } catch (error) {
      request.log.error({ error: (error as Error).name, requestId: request.id }, 'the server does not answer')
      return undefined
    }
  }

  async function forward(request: FastifyRequest, reply: FastifyReply, path: string): Promise<unknown> {
    const answer = await askServer(request, path, request.body)
    if (!answer) return fail(reply, 503, 'unavailable', request.id)
    const { token, flow, ...body } = (await answer.json()) as ServerAnswer
    if (token !== undefined) reply.header('set-cookie', `${cookieName}=${token}${attributes}`)
    if (flow !== undefined)
      reply.header('set-cookie', `${flowName}=${flow}; Max-Age=${FLOW_SECONDS}${flowAttributes}`)
    if (answer.status === 401 || path === '/logout')
      reply.header('set-cookie', `${cookieName}=; Max-Age=0${attributes}`)
    return reply.code(answer.status).send(body)
  }

  http.post('/api/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isEntry = ENTRY.test(path)
    if (!isEntry && !WITHIN.test(path)) return fail(reply, 404, 'not_found')
    if (!isOwnCall(request)) return fail(reply, 403, 'authority')
    if (isEntry && !isWithinEntries(request.ip)) return fail(reply, 429, 'too_many_requests')
    return forward(request, reply, path.slice('/api'.length))
  })

  // The way back from the company's provider.
  http.get('/openid/callback', async (request, reply) => {
    if (!isWithinEntries(request.ip)) return fail(reply, 429, 'too_many_requests')
    const flow = singleCookie(request.headers.cookie, flowName) ?? ''
    const query = request.url.slice(request.url.indexOf('?'))
    const answer = TOKEN.test(flow) ? await askServer(request, '/openid/finish', { flow, query }) : undefined
    reply.header('set-cookie', `${flowName}=; Max-Age=0${flowAttributes}`)
    const { token } = answer?.ok ? ((await answer.json()) as ServerAnswer) : {}
    // If the server is away or fails, the operator tries again; a refused login needs an owner.
    const isAway = TOKEN.test(flow) && (answer === undefined || answer.status >= 500)
    if (token === undefined) return reply.redirect(isAway ? '/?login=unavailable' : '/?login=refused', 303)
    return reply.header('set-cookie', `${cookieName}=${token}${attributes}`).redirect('/', 303)
  })
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/assets/:name', (request, reply) => {
    const asset = assets.get((request.params as { readonly name: string }).name)
    if (!asset) return fail(reply, 404, 'not_found')
    reply.header('content-type', asset.type).header('cache-control', 'public, max-age=31536000, immutable')
    return sendEncoded(request, reply, asset.body)
  })
  http.get('/*', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  http.setNotFoundHandler((_, reply) => fail(reply, 404, 'not_found'))
  http.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500
    if (status >= 500)
      request.log.error({ error: (error as Error).name, requestId: request.id }, 'request failed')
    return fail(reply, status, status < 500 ? 'bad_request' : 'unavailable', request.id)
  })
  return http
}
