import type { AnyErrorName } from '@kerf/contract/errors'

/** The name of the error that a call failed with; undefined for any other error. Does not load the client's class. */
export function errorNameOf(error: unknown): AnyErrorName | undefined {
  return (error as { errorName?: AnyErrorName } | null | undefined)?.errorName
}

export const isSessionExpiry = (error: unknown): boolean => errorNameOf(error) === 'expired_login'
