import { ApiError } from '@kerf/contract/client'
import type { AnyErrorName } from '@kerf/contract/errors'

/** No answer, too many requests, a fault of the server's. */
const UNKNOWN_OUTCOME_ERRORS: readonly (AnyErrorName | undefined)[] = [
  'offline',
  'unreachable',
  'too_many_requests',
  'system',
]

/** Whether a call ended without word on what it asked for, so that the very same may be sent again. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (UNKNOWN_OUTCOME_ERRORS.includes(error.errorName) || (error.status ?? 0) >= 500)
