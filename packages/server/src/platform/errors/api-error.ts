/** A refusal that the caller is told of: a code of the catalogue and what goes with it. */
import type { ErrorCode } from '@kerf/contract/errors'
import type { FieldFault } from '@kerf/contract/fault-keys'

export interface FaultAbout {
  /** faults of single fields, by name */
  readonly fields?: Readonly<Record<string, FieldFault>>
  /** seconds to wait before trying again */
  readonly retryAfter?: number
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, FieldFault>> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, about: FaultAbout = {}) {
    super(`refused with code ${code}`)
    this.code = code
    this.fields = about.fields
    this.retryAfter = about.retryAfter
  }
}
