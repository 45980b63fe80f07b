import type { KerfErrorName } from './types.ts'

interface Details {
  readonly number?: number | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly fields?: Readonly<Record<string, string>> | undefined
}

/** Errors that say nothing about the person or the session: try again later. */
const TEMPORARY: readonly KerfErrorName[] = [
  'too_many_requests',
  'system',
  'network_timeout',
  'timeout',
  'unreachable',
  'invalid_answer',
]

/** A failed call or a refused webhook. Its message contains no ticket, token, secret or address of a person. */
export class KerfError extends Error {
  /** Compare this: `error.name === 'expired'`. */
  override readonly name: KerfErrorName
  /** Number on the wire (`code`); undefined if the passport did not answer. */
  readonly number: number | undefined
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined
  /** Include it when you report an error. */
  readonly requestId: string | undefined
  /** Seconds to wait before another try, if the passport named them. */
  readonly retryAfterSeconds: number | undefined
  /** What is wrong with which field of a `bad_request`. */
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(name: KerfErrorName, message: string, details: Details = {}) {
    super(message)
    this.name = name
    this.number = details.number
    this.status = details.status
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.fields = details.fields
  }

  /** Whether the cause is likely to pass: the state of a login is unknown, so keep your sessions. */
  get isTemporary(): boolean {
    return TEMPORARY.includes(this.name) || (this.status ?? 0) >= 500
  }
}
