/** Sends calls as an app does and says what became of each: an answer, or the error of the connection. */
import { Agent, request } from 'node:http'
import type { Endpoint, InputOf, OutputOf } from '@kerf/contract/endpoint'
import { isInQuery } from '@kerf/contract/endpoint'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { clientAddress } from '../../load/run-load.ts'

export interface CallOptions {
  readonly token?: string
  readonly cookie?: string
  readonly idempotencyKey?: string
  /** IP address of the caller; by default every call has a new one */
  readonly ip?: string
}

export interface Outcome<T> {
  /** 0: no answer */
  readonly status: number
  /** of the envelope; -1: the answer has none */
  readonly code: number
  /** of a success */
  readonly data: T | undefined
  readonly requestId: string
  readonly retryAfter: string | undefined
  readonly cookies: readonly string[]
  /** error of the connection */
  readonly error: string | undefined
  readonly ms: number
}

export interface Client {
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Outcome<OutputOf<E>>>
  close(): void
}

const DEFAULT_TIMEOUT_MS = 15_000
let callers = 0

/** Connections are kept alive. Nothing is sent twice. `url`: fixed, or chosen for each call. */
export function createClient(url: string | (() => string), timeoutMs = DEFAULT_TIMEOUT_MS): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  return {
    call(endpoint, input, { token, cookie, idempotencyKey, ip } = {}) {
      const inQuery = isInQuery(endpoint)
      const target = new URL(endpoint.path, typeof url === 'string' ? url : url())
      if (inQuery && input) target.search = new URLSearchParams(input as Record<string, string>).toString()
      const body = endpoint.method === 'GET' ? undefined : JSON.stringify(inQuery ? {} : (input ?? {}))
      const headers = {
        'x-forwarded-for': ip ?? clientAddress(++callers),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { [TOKEN_HEADER]: token }),
        ...(cookie !== undefined && { cookie }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      }
      const start = performance.now()
      return new Promise(resolve => {
        const end = (part: Partial<Outcome<never>>): void =>
          resolve({
            status: 0,
            code: -1,
            data: undefined,
            requestId: '',
            retryAfter: undefined,
            cookies: [],
            error: undefined,
            ...part,
            ms: performance.now() - start,
          })
        const outgoing = request(target, { method: endpoint.method, headers, agent }, answer => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
          })
          answer.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
          answer.on('end', () => {
            const status = answer.statusCode ?? 0
            const cookies = answer.headers['set-cookie'] ?? []
            const retryAfter = answer.headers['retry-after']
            end({ status, cookies, retryAfter, ...readEnvelope(text) })
          })
        })
        const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs)
        outgoing.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
        outgoing.on('close', () => clearTimeout(timer))
        outgoing.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

function readEnvelope(text: string): { code: number; requestId: string; data: never | undefined } {
  try {
    const { code, data, requestId } = JSON.parse(text)
    return { code, requestId, data: code === 0 ? data : undefined }
  } catch {
    return { code: -1, requestId: '', data: undefined }
  }
}
