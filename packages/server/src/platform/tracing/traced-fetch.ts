/** Requests to services of others, as spans. */
import { inSpan, recordError, SPAN_KIND } from './tracing.ts'

/**
 * `fetch` as a child of the current span. `service` is a name of ours, such as the channel of a provider: an address may contain a
 * secret. The service gets no trace context, since it is not ours.
 */
export const tracedFetch =
  (service: string) =>
  (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET' } = init
    return inSpan(
      () => ({
        name: `${method} ${service}`,
        kind: SPAN_KIND.client,
        attributes: { 'http.request.method': method, 'service.peer.name': service },
      }),
      async span => {
        const response = await fetch(url, init)
        span?.setAttribute('http.response.status_code', response.status)
        if (span && !response.ok) recordError(span, { code: String(response.status) })
        return response
      },
    )
  }
