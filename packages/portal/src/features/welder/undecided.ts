import { CallError } from '@kerf/contract/client'
import { CLIENT_NETWORK, CLIENT_OFFLINE } from '@kerf/contract/errors'

/** No answer, too many requests, a fault of the server's. */
const UNDECIDED: readonly number[] = [CLIENT_OFFLINE, CLIENT_NETWORK, 20429, 20901]

/** Whether a call ended without word on what it asked for, so that the very same may be sent again. */
export const isUndecided = (error: unknown): boolean =>
  error instanceof CallError && (UNDECIDED.includes(error.code) || (error.status ?? 0) >= 500)
