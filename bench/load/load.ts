/** Types of a measurement under load. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** calls per second over all connections; absent: each connection sends its next call after a response */
  readonly rate?: number
  /** distributed over the connections; each connection repeats its calls */
  readonly calls: readonly Call[]
}

/** Successful responses per second; latencies in milliseconds. */
export interface LoadResult {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

export interface LoadReport extends LoadResult {
  /** responses other than 2xx, connection errors and timeouts */
  readonly failures: number
  /** description of a failure */
  readonly example: string
}
