/** Sends calls to the passport: authentication, timeout, repeats, and errors by name. Uses `fetch` only. */
import { isEnvelope } from '@kerf/contract/envelope'
import { errorNameOfCode } from '@kerf/contract/errors'
import { KerfError } from './kerf-error.ts'
import type { KerfCallOptions, KerfClientOptions } from './types.ts'
import { version } from './version.ts'

const TIMEOUT_MS = 5_000
const RETRIES = 2
const FIRST_DELAY_MS = 200

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Without a query. It appears in error messages. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Login token of a person; the app's credentials are sent if it is absent. */
  readonly utoken?: string
  readonly idempotencyKey?: string
  /** Whether a repeat has the same effect as one call. */
  readonly isRepeatable: boolean
}

export type Transport = <T>(call: Call, options?: KerfCallOptions) => Promise<T>

const basic = (clientId: string, clientSecret: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${clientId}:${clientSecret}`)))}`

const isThisMachine = (host: string): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(host)

/** The origin of an address of the portal. Throws where the client secret would be sent without encryption. */
export function secureOrigin(
  address: string,
  { allowHttp = false }: Pick<KerfClientOptions, 'allowHttp'>,
): string {
  const { protocol, hostname, origin } = new URL(address)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && (allowHttp || isThisMachine(hostname)))
  if (!isSecure) throw new TypeError('The address must be https (option allowHttp).')
  return origin
}

function retryAfterOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? seconds : undefined
}

/** Milliseconds until the next attempt; undefined if there is none. A refusal for too many calls had no effect. */
function retryDelay(error: KerfError, attempt: number, { isRepeatable }: Call): number | undefined {
  const isRefused = error.status === 429
  const isOutage = error.status === undefined || error.status >= 500
  if (!isRefused && !(isRepeatable && isOutage)) return undefined
  const { retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1_000
  // Random, so that the processes of an app do not repeat at the same moment.
  return FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2)
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })

/** Runs `work` with a signal that aborts at the timeout or with the caller's signal. `AbortSignal.any` needs Node 20.3. */
async function withTimeout<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  onFailure: (isTimeout: boolean) => Error,
): Promise<T> {
  outer?.throwIfAborted()
  const controller = new AbortController()
  let isTimeout = false
  const timer = setTimeout(() => {
    isTimeout = true
    controller.abort()
  }, ms)
  const abort = () => controller.abort()
  outer?.addEventListener('abort', abort, { once: true })
  try {
    return await work(controller.signal)
  } catch {
    outer?.throwIfAborted()
    // The cause is not attached: it may quote a header.
    throw onFailure(isTimeout)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function createTransport(options: KerfClientOptions): Transport {
  const origin = secureOrigin(options.api ?? options.portal, options)
  const { clientId, clientSecret, timeoutMs: defaultTimeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  if (!clientId || !clientSecret) throw new TypeError('clientId and clientSecret are required.')
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  const authorization = basic(clientId, clientSecret)

  const headersOf = ({ body, utoken, idempotencyKey }: Call): Record<string, string> => ({
    accept: 'application/json',
    'user-agent': `kerf-client/${version}`,
    ...(utoken === undefined ? { authorization } : { utoken }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  })

  async function attempt<T>(call: Call, msLeft: number, signal: AbortSignal | undefined): Promise<T> {
    const { method, path, query, body } = call
    const name = `${method} ${path}`
    const url = `${origin}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
    const { response, text } = await withTimeout(
      msLeft,
      signal,
      async own => {
        const response = await request(url, {
          method,
          headers: headersOf(call),
          ...(body !== undefined && { body: JSON.stringify(body) }),
          // A redirect could lead the credentials elsewhere. Workers do not know 'error'.
          redirect: 'manual',
          signal: own,
        })
        return { response, text: await response.text() }
      },
      isTimeout =>
        isTimeout
          ? new KerfError('timeout', `${name}: no answer in time`)
          : new KerfError('unreachable', `${name}: no connection to ${origin}`),
    )
    const { status, headers } = response
    const retryAfterSeconds = retryAfterOf(headers)
    const answer = parse(text)
    if (!isEnvelope(answer))
      throw new KerfError('invalid_answer', `${name}: status ${status}, not an answer of the passport`, {
        status,
        retryAfterSeconds,
      })
    const { code, data, requestId } = answer
    if (code === 0) return data as T
    const errorName = errorNameOfCode(code) ?? 'unknown'
    throw new KerfError(
      errorName,
      `${name}: ${errorName} (${code}, status ${status}, request ${requestId})`,
      {
        number: code,
        status,
        requestId,
        retryAfterSeconds,
        fields: (data as { fields?: Readonly<Record<string, string>> } | null)?.fields,
      },
    )
  }

  return async <T>(
    call: Call,
    { signal, timeoutMs = defaultTimeoutMs }: KerfCallOptions = {},
  ): Promise<T> => {
    const deadline = Date.now() + timeoutMs
    for (let tries = 0; ; tries++) {
      try {
        return await attempt<T>(call, Math.max(1, deadline - Date.now()), signal)
      } catch (error) {
        const delay =
          error instanceof KerfError && tries < retries ? retryDelay(error, tries, call) : undefined
        if (delay === undefined || Date.now() + delay >= deadline) throw error
        await wait(delay, signal)
      }
    }
  }
}
