/** The header `traceparent` of W3C Trace Context, section 3.2: version 00, and later ones, which only add fields. */
import type { Span } from '@opentelemetry/api'
import { currentScope } from '../concurrency/call-scope.ts'
import type { RemoteParent } from './tracing.ts'

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/
const SAMPLED = 1

/** Undefined if the header is malformed. */
export function parseTraceParent(header: unknown): RemoteParent | undefined {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 }
}

const traceParentOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** `{ traceparent }` of the current span, for a request or a job that it causes; empty without one. */
export function traceContext(): { readonly traceparent?: string } {
  const span = currentScope()?.span
  return span === undefined ? {} : { traceparent: traceParentOf(span) }
}
