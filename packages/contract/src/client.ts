/** The typed client: the specification's headers, envelope, 60 s time-out and its own codes 1000 and 1002. */
import { type Endpoint, type InputOf, isInQuery, type OutputOf } from './endpoint.ts'
import { isEnvelope } from './envelope.ts'
import { CLIENT_ERRORS, type ClientErrorName, ERRORS, type ErrorName, errorNameOfCode } from './errors.ts'
import {
  APP_HEADERS,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  TOKEN_HEADER,
} from './headers.ts'
import { PASSPORT_VERSION, REQUEST_TIMEOUT_MS } from './limits.ts'

export interface ClientContext {
  /** '' for the page's own origin */
  readonly baseUrl: string
  token(): string | undefined
  language(): string
  app(): {
    readonly code: string
    readonly platform: string
    readonly version: string
    readonly origin: string
  }
  /** the page's wishes for the token cookie; absent: none */
  cookieOptions?(): {
    readonly sameSite: string | undefined
    readonly insecure: boolean
    readonly partitioned?: boolean
  }
  online(): boolean
  readonly fetch?: typeof fetch
  /** milliseconds; 60 s unless given */
  readonly timeoutMs?: number
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}

const codeOfName = (name: ErrorName | ClientErrorName): number =>
  name === 'offline' || name === 'unreachable' ? CLIENT_ERRORS[name] : ERRORS[name].code

/** A call that failed: an error of the server's catalog, or `offline` and `unreachable` of the client itself. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** undefined for a code that this version's catalog lacks */
  readonly errorName: ErrorName | ClientErrorName | undefined
  /** the number on the wire; 1000 and 1002 for the client's own errors */
  readonly code: number
  readonly data: unknown
  /** HTTP status; undefined where there was no answer */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** for `unreachable`: why; an abort by the page itself is never shown */
  readonly reason: 'timeout' | 'abort' | 'network' | undefined
  /** seconds the server asked to wait, where it did */
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
 * Makes `call(endpoint, input, options)`, which resolves to the answer's data or rejects with an ApiError.
 * HTTP 429, 500 and above without an envelope, and any answer without one, count as `unreachable`: the token is kept.
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
      response = await (context.fetch ?? fetch)(url, { ...init, signal })
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

/** What every call to an endpoint carries besides its body. */
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
    const wish = context.cookieOptions?.()
    if (wish?.sameSite) headers[COOKIE_SAME_SITE_HEADER] = wish.sameSite
    if (wish?.insecure) headers[COOKIE_SECURE_HEADER] = '0'
    if (wish?.partitioned) headers[COOKIE_PARTITIONED_HEADER] = '1'
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
