import { ApiError } from '@kerf/contract/client'
import type { AnyErrorName } from '@kerf/contract/errors'

/** No response, rate limited, or a server error. */
const UNKNOWN_OUTCOME_ERRORS: readonly (AnyErrorName | undefined)[] = [
  'offline',
  'unreachable',
  'too_many_requests',
  'system',
]

/** Whether the server may or may not have processed the request, so that exactly the same request should be retried. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (UNKNOWN_OUTCOME_ERRORS.includes(error.errorName) || (error.status ?? 0) >= 500)
