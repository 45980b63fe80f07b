/**
 * Spans of calls, statements, jobs, mails and webhooks. Off, or without a sampled call, nothing is made: no span, no attribute and
 * no closure of the SDK, which start-tracing.ts loads only when tracing is configured. Attributes follow OpenTelemetry's semantic
 * conventions and hold names and numbers only, never a value that a person sent (S-120).
 */
import type { Attributes, Span } from '@opentelemetry/api'
import { currentScope, runInScope } from '../concurrency/call-scope.ts'

/** Numbers of the enumeration `SpanKind`: importing it would load the package. */
export const SPAN_KIND = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const
const STATUS_ERROR = 2

/** The parent of a span in another process, as `traceparent` names it. */
export interface RemoteParent {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
}

export interface SpanOptions {
  readonly name: string
  readonly kind: number
  readonly attributes: Attributes
}

/** The SDK, if tracing is on. */
export interface Tracer {
  /** Decides before anything is made. */
  isSampled(parent: RemoteParent | undefined): boolean
  /** of a span that is recorded */
  start(options: SpanOptions, parent: Span | RemoteParent | undefined): Span
}

let tracer: Tracer | undefined

/** One tracer a process, as in OpenTelemetry's own API: what is traced would otherwise pass it through every factory. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used
}

export const isTracing = (): boolean => tracer !== undefined

/** The first span of this process in a trace; undefined if the trace is not sampled. */
export function startRootSpan(
  parent: RemoteParent | undefined,
  options: () => SpanOptions,
): Span | undefined {
  return tracer?.isSampled(parent) ? tracer.start(options(), parent) : undefined
}

/** SQLSTATE, error code of the system or name. Never a message, which may quote a value. */
function errorType(error: unknown): string {
  const { code, errorName, name } = error as { code?: unknown; errorName?: unknown; name?: unknown }
  for (const type of [errorName, code, name]) if (typeof type === 'string' && type !== '') return type
  return '_OTHER'
}

export function recordError(span: Span, error: unknown): void {
  span.setStatus({ code: STATUS_ERROR }).setAttribute('error.type', errorType(error))
}

/** Runs `work` in a scope with the span, and ends the span with it. */
async function runInSpan<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await runInScope({ deadline: currentScope()?.deadline, span }, () => work(span))
  } catch (error) {
    recordError(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs `work` as a child of the current span. Without one, `work` is all that runs. */
export function inSpan<T>(
  options: () => SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = tracer && currentScope()?.span
  return tracer && parent ? runInSpan(tracer.start(options(), parent), work) : work(undefined)
}

/** Runs `work` as the first span of this process in a trace. */
export function inRootSpan<T>(
  parent: RemoteParent | undefined,
  options: () => SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const span = startRootSpan(parent, options)
  return span ? runInSpan(span, work) : work()
}
