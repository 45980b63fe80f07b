/** Sends one request to an address that an app registered: never to this network, and without following redirects. */
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import {
  createAddressRule,
  createGuardedLookup,
  ForbiddenAddressError,
  type WebhookNetworks,
} from './address-rule.ts'

export interface GuardedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookAnswer {
  /** null: no answer */
  readonly status: number | null
  readonly durationMs: number
  /** '' if the app has accepted the request. Never contains the URL, which may contain a secret */
  readonly cause: string
}

const REQUEST_TIMEOUT_MS = 10_000

/** Causes by the code of a connection error. All others are `connection failed`. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ECONNREFUSED: 'connection refused',
}

function causeOf(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return error.message
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError')
    return `no answer within ${REQUEST_TIMEOUT_MS / 1000} s`
  if (/^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'certificate not valid'
  return CAUSES[code] ?? 'connection failed'
}

/** Resolves with the status when the headers of the answer have arrived. The body is not read, and redirects are not followed. */
const sendRequest = (open: () => ClientRequest, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    open()
      .on('response', response => {
        response.on('error', () => undefined)
        resolve(response.statusCode ?? 0)
        response.destroy()
      })
      .on('error', reject)
      .end(body)
  })

export function createGuardedPost(networks: WebhookNetworks) {
  const isAllowedAddress = createAddressRule(networks)
  const lookup = createGuardedLookup(isAllowedAddress)

  /** Never rejects. */
  return async function guardedPost({ url, headers, body }: GuardedRequest): Promise<WebhookAnswer> {
    const target = new URL(url)
    const start = performance.now()
    const answered = (status: number | null, cause: string): WebhookAnswer => ({
      status,
      durationMs: Math.round(performance.now() - start),
      cause,
    })
    const options = {
      method: 'POST',
      headers: {
        'content-length': Buffer.byteLength(body),
        'user-agent': 'kerf-passport',
        ...headers,
      },
      // A new connection for each request: an idle one may be closed by the app at the moment of the next.
      agent: false,
      lookup,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }
    try {
      // A literal address is connected to without a lookup.
      const host = target.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowedAddress(host)) throw new ForbiddenAddressError()
      const send = target.protocol === 'https:' ? requestHttps : requestHttp
      const status = await sendRequest(() => send(target, options), body)
      return answered(status, status >= 200 && status < 300 ? '' : `answered ${status}`)
    } catch (error) {
      return answered(null, causeOf(error))
    }
  }
}

export type GuardedPost = ReturnType<typeof createGuardedPost>
