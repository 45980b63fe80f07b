/** One measurement under load. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** calls a second over all connections; absent: as many as are answered */
  readonly rate?: number
  /** dealt out to the connections, each of which repeats its own when it is through */
  readonly calls: readonly Call[]
}

/** Rate of good answers a second; times in milliseconds. */
export interface Shot {
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

export interface LoadReport extends Shot {
  /** answers other than 2xx, broken connections and time-outs: none is tolerated */
  readonly faults: number
  /** what they were */
  readonly example: string
}
