import { ApiError } from '@kerf/contract/client/client'
import { type Endpoint, type InputOf, isInQuery, type OutputOf } from '@kerf/contract/endpoint'
import { getCodeDelivery } from '@kerf/contract/endpoints/verification'
import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import { listWorkshops } from '@kerf/contract/machines/workshops'
import { expect, onTestFinished } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '../lib/query/query-client.ts'

/** Returns the data of the answer. A thrown ApiError is answered as on the server, any other error fails the request. */
type Handler<E extends Endpoint> = (input: InputOf<E>, path: string) => OutputOf<E> | Promise<OutputOf<E>>

const envelope = (code: number, data: unknown, init: ResponseInit = {}) =>
  Response.json({ code, data, msg: '', requestId: 'test-request' }, init)

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })

/**
 * Replaces `fetch` until the end of the test; everything above it is the product's own code. A request to a path without
 * a handler fails the test.
 */
export function stubNetwork() {
  const handlers = new Map<string, (url: URL, init: RequestInit) => unknown>([
    // Some seconds after a code was requested, its field asks whether the email came back. On a busy computer a test takes that long.
    [`${getCodeDelivery.method} ${getCodeDelivery.path}`, () => ({ deliveryStatus: 'pending' })],
    // Who becomes the owner of a machine is chosen where the person is an admin.
    [`${listWorkshops.method} ${listWorkshops.path}`, () => ({ workshops: [] })],
  ])
  const unexpected: string[] = []

  /** The path of an endpoint may have parameters. */
  const findHandler = (request: string) =>
    handlers.get(request) ??
    [...handlers].find(([path]) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(request))?.[1]

  async function answer(method: string, url: URL, init: RequestInit): Promise<Response> {
    const handler = findHandler(`${method} ${url.pathname}`)
    if (!handler) {
      unexpected.push(`${method} ${url.pathname}`)
      throw new TypeError('Failed to fetch')
    }
    try {
      return envelope(0, await handler(url, init))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const headers = new Headers(error.retryAfter ? { 'retry-after': String(error.retryAfter) } : {})
      const { status } = ERRORS[error.errorName as ErrorName]
      return envelope(error.code, error.data ?? null, { status, headers })
    }
  }

  const realFetch = window.fetch
  window.fetch = (input, init = {}) =>
    Promise.race([
      answer(init.method ?? 'GET', new URL(String(input), location.href), init),
      untilAborted(init.signal),
    ])
  onTestFinished(async () => {
    await cleanup()
    queryClient.clear()
    window.fetch = realFetch
    expect(unexpected).toEqual([])
  })

  return {
    /** Sets or replaces the handler of an endpoint. Returns the list of the inputs it receives. */
    answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): readonly InputOf<E>[] {
      const inputs: InputOf<E>[] = []
      handlers.set(`${endpoint.method} ${endpoint.path}`, (url, init) => {
        const input = isInQuery(endpoint)
          ? Object.fromEntries(url.searchParams)
          : init.body && JSON.parse(String(init.body))
        inputs.push(input)
        return handler(input, url.pathname)
      })
      return inputs
    },
    /** Accepts GET requests of a path and never answers them. */
    leavePending(path: string): void {
      handlers.set(`GET ${path}`, () => new Promise(() => {}))
    },
  }
}
