/** An error that the caller of an endpoint sees: a name of the error catalog, with what belongs to it. */
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import type { FieldErrorKey } from '@kerf/contract/field-errors'
import type { Language } from '@kerf/contract/language'

/** A text in the language of the caller. */
export type ErrorText = (inputs: Record<string, never>, options: { readonly locale: Language }) => string

export interface ApiErrorDetails {
  /** says more than the catalog's text of the error */
  readonly text?: ErrorText | undefined
  /** errors of single input fields, by field name */
  readonly fields?: Readonly<Record<string, FieldErrorKey>>
  /** further members of the answer's `data` */
  readonly data?: Readonly<Record<string, unknown>>
  /** seconds until the caller may try again, sent as `Retry-After` */
  readonly retryAfter?: number
  /** kind of the rate limit that was exceeded, for the log and the audit record; never sent */
  readonly limit?: string
  /** uid of the account that the refused try was aimed at, for the audit record; never sent or logged */
  readonly target?: string | undefined
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly errorName: ErrorName
  readonly fields: Readonly<Record<string, FieldErrorKey>> | undefined
  readonly retryAfter: number | undefined
  /** Private: log serializers write every enumerable property of an error, and a flow is a secret. */
  #data: Readonly<Record<string, unknown>> | undefined
  readonly limit: string | undefined
  readonly text: ErrorText | undefined
  /** Private: log serializers write every enumerable property of an error. */
  #target: string | undefined

  constructor(errorName: ErrorName, details: ApiErrorDetails = {}) {
    super(errorName)
    this.errorName = errorName
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.#data = details.data
    this.limit = details.limit
    this.text = details.text
    this.#target = details.target
  }

  get data(): Readonly<Record<string, unknown>> | undefined {
    return this.#data
  }

  get target(): string | undefined {
    return this.#target
  }

  /** Runs `work`. An API error that it throws names the account as its target; `uid` undefined: there is none. */
  static async aimedAt<T>(uid: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError) error.#target ??= uid
      throw error
    }
  }

  /** the number on the wire */
  get code(): ErrorCode {
    return ERRORS[this.errorName].code
  }
}
