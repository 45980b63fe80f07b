/** An error that the caller of an endpoint sees: a name of the error catalog, with what belongs to it. */
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import type { FieldErrorKey } from '@kerf/contract/field-errors'

export interface ApiErrorDetails {
  /** errors of single input fields, by field name */
  readonly fields?: Readonly<Record<string, FieldErrorKey>>
  /** seconds until the caller may try again, sent as `Retry-After` */
  readonly retryAfter?: number
  /** kind of the rate limit that was exceeded, for the log and the audit record; never sent */
  readonly limit?: string
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly errorName: ErrorName
  readonly fields: Readonly<Record<string, FieldErrorKey>> | undefined
  readonly retryAfter: number | undefined
  readonly limit: string | undefined

  constructor(errorName: ErrorName, details: ApiErrorDetails = {}) {
    super(errorName)
    this.errorName = errorName
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.limit = details.limit
  }

  /** the number on the wire */
  get code(): ErrorCode {
    return ERRORS[this.errorName].code
  }
}
