/** Sends one signed request to a webhook. */
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { traceContext } from '../tracing/trace-parent.ts'
import { signWebhook } from './sign-webhook.ts'
import {
  createAddressRule,
  createGuardedLookup,
  ForbiddenAddressError,
  type WebhookNetworks,
} from './webhook-address.ts'

export interface WebhookRequest {
  readonly url: string
  /** in plain text; a signature for each */
  readonly secrets: readonly string[]
  /** header `webhook-id` */
  readonly id: string
  readonly body: unknown
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

/** `nowMs`: the time of signatures; apps refuse requests that are too old by their own clocks. */
export function createPostWebhook(
  networks: WebhookNetworks,
  nowMs: () => number | Promise<number> = Date.now,
) {
  const isAllowedAddress = createAddressRule(networks)
  const lookup = createGuardedLookup(isAllowedAddress)

  /** Never rejects. */
  return async function postWebhook({ url, secrets, id, body }: WebhookRequest): Promise<WebhookAnswer> {
    const text = JSON.stringify(body)
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
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'user-agent': 'kerf-passport',
        ...traceContext(),
        ...signWebhook(secrets, id, Math.floor((await nowMs()) / 1000), text),
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
      const status = await sendRequest(() => send(target, options), text)
      return answered(status, status >= 200 && status < 300 ? '' : `answered ${status}`)
    } catch (error) {
      return answered(null, causeOf(error))
    }
  }
}

export type PostWebhook = ReturnType<typeof createPostWebhook>
