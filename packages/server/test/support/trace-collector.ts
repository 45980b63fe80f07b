/** Receives traces as a collector does: OTLP over HTTP, in JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
interface Attribute {
  readonly key: string
  readonly value: Value
}

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** 2: error */
  readonly status: number
  readonly resource: Readonly<Record<string, unknown>>
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'status' | 'resource'> & {
        readonly attributes: readonly Attribute[]
        readonly status?: { readonly code?: number }
      })[]
    }[]
  }[]
}

const read = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export async function startTraceCollector() {
  const spans: CollectedSpan[] = []
  /** unparsed bodies, to search for what may not be there */
  const bodies: string[] = []
  let status = 200
  const http = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') status = 400
    if (status === 200) {
      bodies.push(body)
      for (const { resource, scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans)
        for (const span of scopeSpans.flatMap(scope => scope.spans))
          spans.push({
            ...span,
            attributes: read(span.attributes),
            status: span.status?.code ?? 0,
            resource: read(resource.attributes),
          })
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    spans,
    bodies,
    answer(next: number) {
      status = next
    },
    close: () =>
      new Promise(resolve => {
        http.closeAllConnections()
        http.close(resolve)
      }),
  }
}
