import type { Reason } from './find-reason.ts'

/** What went wrong and when (minutes since 1970, base 36), to be read out to support: see docs/embedding. */
export const supportCode = (reason: Reason, now = Date.now()): string =>
  `P${reason.charAt(0)}-${Math.floor(now / 60_000).toString(36)}`.toUpperCase()
