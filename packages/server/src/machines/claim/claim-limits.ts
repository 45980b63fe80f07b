import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { RateLimit } from '../../platform/limits/rate-limit.ts'

/** Claims that begin: by digits, or by a pairing. */
export const claimLimits = (uid: string, caller: Caller): RateLimit[] => [
  { key: `machine.start:${uid}`, limit: 5, seconds: HOUR_SECONDS },
  ...addressLimits('machine.start.address', caller, { limit: 20, seconds: DAY_SECONDS }),
]
