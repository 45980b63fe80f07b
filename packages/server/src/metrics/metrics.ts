/** Numbers of this process for Prometheus. No label can grow without bound: routes and events are counted by known names. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** `route`: the route's pattern, never an address; `seconds`: until the answer was sent */
  observeRequest(route: string, method: string, status: number, seconds: number): void
  /** Counts something that happened, e.g. `countEvent('login', 'refused')`. */
  countEvent(event: string, outcome: string, times?: number): void
  /** Counts what somebody did, e.g. `countAct('sign-up', 'creative', 'ok')`; apps are known ones. */
  countAct(act: string, app: string, outcome: string): void
  /** The text format 0.0.4. */
  render(): Promise<string>
}

/** Different values a label may take; further ones are counted together. */
const ROUTES_MAX = 250
const EVENTS_MAX = 100
const OTHER = 'other'
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS'])
/** From a cached read to the request deadline; the promises are about 5, 50 and 150 ms. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]

/** Admits the first `max` values, then only those. */
function bounded(max: number): (value: string) => string {
  const known = new Set<string>()
  return value => {
    if (known.has(value)) return value
    if (known.size >= max || value.length > 100) return OTHER
    known.add(value)
    return value
  }
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
  const routes = bounded(ROUTES_MAX)
  const childOf = (route: string, method: string, status: number) =>
    duration.labels({
      route: routes(route),
      method: METHODS.has(method) ? method : OTHER,
      status: `${Math.floor(status / 100)}xx`,
    })
  /** by what was seen, since labels are looked up by text each time */
  const children = new Map<string, ReturnType<typeof childOf>>()
  const names = bounded(EVENTS_MAX)
  const outcomes = bounded(60)
  return {
    observeRequest(route, method, status, seconds) {
      const key = `${Math.floor(status / 100)} ${method} ${route}`
      let child = children.get(key)
      if (!child) {
        child = childOf(route, method, status)
        // Unknown methods and routes are counted as others: what is kept here stays bounded too.
        if (children.size < ROUTES_MAX * METHODS.size) children.set(key, child)
      }
      child.observe(seconds)
    },
    countEvent(event, outcome, times = 1) {
      events.inc({ event: names(event), outcome: outcomes(outcome) }, times)
    },
    countAct(act, app, outcome) {
      acts.inc({ act, app, outcome })
    },
    render: () => register.metrics(),
  }
}
