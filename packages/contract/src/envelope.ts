/** The shape of every JSON answer: `{code, data, msg, requestId}`; `code` 0 is success. */
import type { FieldErrorKey } from './field-errors.ts'

export interface Envelope<T = unknown> {
  readonly code: number
  readonly data: T
  /** Text of the error in the caller's language, for logs and people only. */
  readonly msg: string
  readonly requestId: string
}

/** `data` of `bad_request` and of errors that concern one field. */
export interface FieldErrors {
  readonly fields: Readonly<Record<string, FieldErrorKey>>
}

export function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && typeof (value as { code?: unknown }).code === 'number'
}
