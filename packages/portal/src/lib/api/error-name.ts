import type { AnyErrorName } from '@kerf/contract/errors'

/** The name of an ApiError; undefined for any other error. Does not load the class, so the first screen may use it. */
export function errorNameOf(error: unknown): AnyErrorName | undefined {
  return (error as { errorName?: AnyErrorName } | null | undefined)?.errorName
}

export const isSessionExpiry = (error: unknown): boolean => errorNameOf(error) === 'expired_login'
