/** Loads OpenTelemetry's SDK and exports spans by OTLP over HTTP. Only installations that configure a collector load this module. */
import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { createSampler, type SamplerSettings } from './sampler.ts'
import { type RemoteParent, type Tracer, useTracer } from './tracing.ts'

export interface TracingSettings extends SamplerSettings {
  /** where spans are posted, `https://collector.internal:4318/v1/traces` */
  readonly url: string
  /** such as an authorization */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
}

export interface TracingDependencies {
  readonly serviceVersion: string
  /** `us`, `eu` or `cn` */
  readonly deployment: string
  /** counts spans by what became of them */
  readonly count: (outcome: 'exported' | 'dropped' | 'failed', spans: number) => void
  /** limits its lines: an outage of the collector repeats them */
  readonly warn: (details: object, message: string) => void
}

export interface RunningTracing {
  /** Exports what is left, for at most some seconds. Never rejects. */
  stop(): Promise<void>
}

/** Spans that wait for the collector take some 8 MiB at most. Those beyond are dropped. */
const QUEUE_MAX = 8_192
const BATCH_MAX = 1_024
const EXPORT_INTERVAL_MS = 2_000
const STOP_TIMEOUT_MS = 3_000
const EXPORTED = 0
const SAMPLED = 1

/** Never the answer of the collector, which may quote the headers of the request. */
function causeOf(error: unknown): string {
  const { code, name = 'failed' } = error as { code?: string | number; name?: string }
  return code === undefined ? name : String(code)
}

export function startTracing(
  { url, headers, serviceName, ...sampling }: TracingSettings,
  { serviceVersion, deployment, count, warn }: TracingDependencies,
): RunningTracing {
  const report = (details: object): void => warn(details, 'traces are not exported: calls are not affected')
  let waiting = 0
  const otlp = new OTLPTraceExporter({ url, headers })
  const exporter: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length
      otlp.export(spans, result => {
        count(result.code === EXPORTED ? 'exported' : 'failed', spans.length)
        if (result.code !== EXPORTED) report({ cause: causeOf(result.error), spans: spans.length })
        done(result)
      })
    },
    shutdown: () => otlp.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: EXPORT_INTERVAL_MS,
  })
  const provider = new TracerProvider({
    // tracing.ts has decided before.
    sampler: new AlwaysOnSampler(),
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': serviceVersion,
        'service.instance.id': randomUUID(),
        'deployment.environment.name': deployment,
      }),
    ),
    spanProcessors: [
      {
        onStart: () => undefined,
        // The processor drops without telling.
        onEnd(span: ReadableSpan) {
          if (waiting >= QUEUE_MAX) {
            count('dropped', 1)
            report({ cause: 'queue full' })
            return
          }
          waiting++
          batches.onEnd(span)
        },
        forceFlush: () => batches.forceFlush(),
        shutdown: () => batches.shutdown(),
      },
    ],
  })
  useTracer(createTracer(provider.getTracer('kerf-passport', serviceVersion), sampling))
  return {
    async stop() {
      useTracer(undefined)
      const { promise: timedOut, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, STOP_TIMEOUT_MS)
      await Promise.race([provider.shutdown().catch(() => undefined), timedOut])
      clearTimeout(timer)
    },
  }
}

const isSpan = (parent: Span | RemoteParent): parent is Span => 'spanContext' in parent

function createTracer(sdk: ReturnType<TracerProvider['getTracer']>, sampling: SamplerSettings): Tracer {
  return {
    isSampled: createSampler(sampling),
    start({ name, kind, attributes }, parent) {
      const span =
        parent &&
        (isSpan(parent)
          ? parent
          : trace.wrapSpanContext({
              traceId: parent.traceId,
              spanId: parent.spanId,
              traceFlags: SAMPLED,
              isRemote: true,
            }))
      return sdk.startSpan(
        name,
        { kind, attributes },
        span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT,
      )
    },
  }
}
