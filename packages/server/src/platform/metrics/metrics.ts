/** Prometheus metrics, of all workers together. Every label has a bounded number of values. */
import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readRelease } from '../config/release.ts'
import { createWorkerMetrics } from './worker-metrics.ts'

export interface Metrics {
  /** `route`: the route's pattern, never a URL; `seconds`: until the response was sent */
  observeRequest(route: string, method: string, status: number, seconds: number): void
  /** For example `countEvent('login', 'refused')`. */
  countEvent(event: string, outcome: string, times?: number): void
  /** Counts a user action, for example `countAct('sign-up', 'creative', 'ok')`. `app` is the code of a known app. */
  countAct(act: string, app: string, outcome: string): void
  /** The returned function runs a job of the task and measures it. */
  observeJob(task: string): (work: () => Promise<void>) => Promise<void>
  /** Adds a metric whose value is read at each scrape. */
  addGauge(gauge: GaugeOptions): void
  /** The text format 0.0.4. */
  render(): Promise<string>
}

export interface LabeledValue {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface GaugeOptions {
  /** with its unit */
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** a value, or one for each combination of labels */
  readonly read: () => number | readonly LabeledValue[]
  /** over several processes, default `sum` */
  readonly aggregator?: 'sum' | 'max'
}

/** Values of a label; further values are counted as 'other'. */
const ROUTES_MAX = 250
const EVENTS_MAX = 100
const OTHER = 'other'
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
/** In seconds, from a cached read to the request timeout. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]

/** Returns the first `max` different values unchanged and maps all others to 'other'. */
function bounded(max: number): (value: string) => string {
  const known = new Set<string>()
  return value => {
    if (known.has(value)) return value
    if (known.size >= max || value.length > 100) return OTHER
    known.add(value)
    return value
  }
}

const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300]

const OWN_NAME = 'kerf_http_request_duration_seconds'
const OWN_LABELS: Readonly<Record<string, string>> = {
  route: 'http_route',
  method: 'http_request_method',
  status: 'http_response_status_class',
}

/** Repeats the durations of requests under the name of OpenTelemetry's conventions, which dashboards of others expect. */
function withConventionalName(text: string): string {
  const copies = text
    .split('\n')
    .flatMap(line =>
      line.includes(OWN_NAME)
        ? line
            .replace(OWN_NAME, 'http_server_request_duration_seconds')
            .replace(/\b(route|method|status)="/g, (_, name: string) => `${OWN_LABELS[name]}="`)
        : [],
    )
  return `${text.trimEnd()}\n${copies.join('\n')}\n`
}

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [register] = registers as [Registry]
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'kerf_http_request_duration_seconds',
    help: 'Time until a request was answered, by route and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const events = new Counter({
    name: 'kerf_events_total',
    help: 'What happened, by name and outcome.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  const acts = new Counter({
    name: 'kerf_acts_total',
    help: 'What people did, by app and outcome.',
    labelNames: ['act', 'app', 'outcome'],
    registers,
  })
  const jobs = new Histogram({
    name: 'kerf_job_duration_seconds',
    help: 'Time that a background job ran, by task and outcome.',
    labelNames: ['task', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  })
  new Gauge({
    name: 'kerf_build_info',
    help: 'Version and commit of the server, version of Node.js. Always 1.',
    labelNames: ['version', 'commit', 'node'],
    aggregator: 'max',
    registers,
  }).set({ ...readRelease(), node: process.version }, 1)
  const render = cluster.isWorker ? createWorkerMetrics(register) : () => register.metrics()
  const routes = bounded(ROUTES_MAX)
  type Observed = ReturnType<typeof duration.labels>
  /** child metrics by route, method and status class, because `labels()` hashes its arguments at every call */
  const observed = new Map<string, Map<string, Observed[]>>()
  const firstOf = (route: string, method: string, statusClass: number): Observed => {
    const first = duration.labels({
      route: routes(route),
      method: METHODS.has(method) ? method : OTHER,
      status: `${statusClass}xx`,
    })
    // Unknown routes and methods are not cached, so that the map stays bounded.
    if (METHODS.has(method) && (observed.has(route) || observed.size < ROUTES_MAX)) {
      const methods = observed.get(route) ?? new Map<string, Observed[]>()
      const classes = methods.get(method) ?? []
      classes[statusClass] = first
      observed.set(route, methods.set(method, classes))
    }
    return first
  }
  const names = bounded(EVENTS_MAX)
  const outcomes = bounded(80)
  return {
    observeRequest(route, method, status, seconds) {
      const statusClass = Math.floor(status / 100)
      const one = observed.get(route)?.get(method)?.[statusClass] ?? firstOf(route, method, statusClass)
      one.observe(seconds)
    },
    countEvent(event, outcome, times = 1) {
      events.inc({ event: names(event), outcome: outcomes(outcome) }, times)
    },
    countAct(act, app, outcome) {
      acts.inc({ act, app, outcome })
    },
    addGauge({ name, help, labelNames = [], read, aggregator = 'sum' }) {
      const collect = (): void => {
        const values = read()
        // What has no value now must not keep its last one.
        gauge.reset()
        // prom-client resets a gauge without labels to 0, which alerts would take for a value.
        if (labelNames.length === 0) gauge.remove()
        for (const { labels, value } of typeof values === 'number' ? [{ labels: {}, value: values }] : values)
          gauge.set(labels, value)
      }
      const gauge = new Gauge({ name, help, labelNames, aggregator, collect, registers })
    },
    observeJob(task) {
      const observeAs = (outcome: string, start: number): void =>
        jobs.observe({ task, outcome }, (performance.now() - start) / 1_000)
      // Prometheus sees no increase in a series that begins with its first failure.
      jobs.zero({ task, outcome: 'failed' })
      return async work => {
        const start = performance.now()
        try {
          await work()
          observeAs('ok', start)
        } catch (error) {
          observeAs('failed', start)
          throw error
        }
      }
    },
    render: async () => withConventionalName(await render()),
  }
}
