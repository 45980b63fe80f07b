/** A limit of one key. */
export interface RateLimit {
  /** unique over all limits: starts with the limit's name */
  readonly key: string
  readonly limit: number
  /** length of the window; Infinity: until it is cleared */
  readonly seconds: number
  /** points of one request, default 1; 0: checks the limit without counting */
  readonly cost?: number
}
