/** Typed API client: headers, envelope, timeout, and the client's own errors `offline` and `unreachable`. */
import { type Endpoint, type InputOf, isInQuery, type OutputOf } from '../endpoint.ts'
import { isEnvelope } from '../envelope.ts'
import { CLIENT_ERRORS, type ClientErrorName, ERRORS, type ErrorName, errorNameOfCode } from '../errors.ts'
import {
  APP_HEADERS,
  COMPANION_HEADER,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  TIME_ZONE_HEADER,
  TOKEN_HEADER,
} from '../headers.ts'
import { PASSPORT_VERSION, REQUEST_TIMEOUT_MS } from '../limits.ts'

export interface ClientContext {
  /** '' for the origin of the page */
  readonly baseUrl: string
  token(): string | undefined
  /** companion of the session, after a reauthentication in this page */
  companion?(): string | undefined
  language(): string
  /** IANA name */
  timeZone?(): string
  app(): {
    readonly code: string
    readonly platform: string
    readonly version: string
    readonly origin: string
  }
  /** options of the page for the token cookie */
  cookieOptions?(): {
    readonly sameSite: string | undefined
    readonly insecure: boolean
    readonly partitioned?: boolean
  }
  online(): boolean
  readonly fetch?: typeof fetch
  /** default: REQUEST_TIMEOUT_MS */
  readonly timeoutMs?: number
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
  /** the request continues when the page is left */
  readonly keepalive?: boolean
}

const codeOfName = (name: ErrorName | ClientErrorName): number =>
  name === 'offline' || name === 'unreachable' ? CLIENT_ERRORS[name] : ERRORS[name].code

/** A failed call: an error of the server's catalog, or `offline` or `unreachable` of the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** undefined for a code that is unknown to this version */
  readonly errorName: ErrorName | ClientErrorName | undefined
  /** number on the wire; 1000 and 1002 are the client's own */
  readonly code: number
  readonly data: unknown
  /** HTTP status; undefined without an answer */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** cause of `unreachable`; an abort by the page is not shown to the person */
  readonly reason: 'timeout' | 'abort' | 'network' | undefined
  /** seconds of the Retry-After header */
  readonly retryAfter: number | undefined

  constructor(
    error: ErrorName | ClientErrorName | number,
    details: {
      data?: unknown
      status?: number
      requestId?: string
      reason?: 'timeout' | 'abort' | 'network'
      retryAfter?: number
    } = {},
  ) {
    super(`call failed: ${error}`)
    this.errorName = typeof error === 'number' ? errorNameOfCode(error) : error
    this.code = typeof error === 'number' ? error : codeOfName(error)
    this.data = details.data
    this.status = details.status
    this.requestId = details.requestId
    this.reason = details.reason
    this.retryAfter = details.retryAfter
  }
}

/**
 * Creates `call(endpoint, input, options)`, which resolves to the answer's data or rejects with an ApiError.
 * An answer without an envelope counts as `unreachable`, whatever its status, so that the token is kept.
 */
export function createClient(context: ClientContext) {
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<OutputOf<E>> {
    if (!context.online()) throw new ApiError('offline')
    const { url, init } = buildRequest(context, endpoint, input, options)
    const timeout = AbortSignal.timeout(context.timeoutMs ?? REQUEST_TIMEOUT_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    let response: Response
    let body: unknown
    try {
      response = await (context.fetch ?? fetch)(url, {
        ...init,
        signal,
        ...(options.keepalive && { keepalive: true }),
      })
      body = await response.json().catch((error: unknown) => {
        if (signal.aborted) throw error
        return undefined
      })
    } catch {
      if (!context.online()) throw new ApiError('offline')
      const reason = options.signal?.aborted ? 'abort' : timeout.aborted ? 'timeout' : 'network'
      throw new ApiError('unreachable', { reason })
    }
    if (!isEnvelope(body)) throw new ApiError('unreachable', { reason: 'network' })
    if (body.code === 0) return body.data as OutputOf<E>
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new ApiError(body.code, {
      data: body.data,
      status: response.status,
      requestId: body.requestId,
      ...(retryAfter > 0 ? { retryAfter } : {}),
    })
  }
}

export type Call = ReturnType<typeof createClient>

/** Headers of every call to an endpoint. */
export function requestHeaders(context: ClientContext, endpoint: Endpoint): Record<string, string> {
  const headers: Record<string, string> = { [LANGUAGE_HEADER]: context.language() }
  const token = context.token()
  if (token) headers[TOKEN_HEADER] = token
  if (endpoint.base === 'passport') {
    const app = context.app()
    headers[APP_HEADERS.appCode] = app.code
    headers[APP_HEADERS.appPlatform] = app.platform
    headers[APP_HEADERS.appVersion] = app.version
    headers[APP_HEADERS.appOrigin] = app.origin
    headers[APP_HEADERS.passportVersion] = PASSPORT_VERSION
    const timeZone = context.timeZone?.()
    if (timeZone) headers[TIME_ZONE_HEADER] = timeZone
    const companion = context.companion?.()
    if (companion) headers[COMPANION_HEADER] = companion
    const cookie = context.cookieOptions?.()
    if (cookie?.sameSite) headers[COOKIE_SAME_SITE_HEADER] = cookie.sameSite
    if (cookie?.insecure) headers[COOKIE_SECURE_HEADER] = '0'
    if (cookie?.partitioned) headers[COOKIE_PARTITIONED_HEADER] = '1'
  }
  return headers
}

function buildRequest(context: ClientContext, endpoint: Endpoint, input: unknown, options: CallOptions) {
  const headers = requestHeaders(context, endpoint)
  headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  )
  const inQuery = isInQuery(endpoint)
  const query = inQuery && input ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (endpoint.method !== 'GET') init.body = JSON.stringify(inQuery ? {} : (input ?? {}))
  return { url: context.baseUrl + path + query, init }
}
