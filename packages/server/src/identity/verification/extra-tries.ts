/** One more try after a human check, where a daily limit is used up: otherwise a stranger could use it up for the owner (S-021, S-024). */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/http/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { RateLimit } from '../../platform/limits/rate-limiter.ts'
import type { GuessingSubject } from '../account/guessing-limits.ts'

const PER_NETWORK = { limit: 1, seconds: 900 }
const PER_ACCOUNT = { limit: 60, seconds: DAY_SECONDS }

/** `code`: to try a code; `mail`: to have one mailed. A try needs both. `factor`: to try a code of a second factor. */
export const extraTryLimits = (
  kind: 'code' | 'mail' | 'factor',
  subject: GuessingSubject,
  caller: Caller,
): readonly RateLimit[] => [
  ...addressLimits(`extra-${kind}`, caller, PER_NETWORK),
  { key: `extra-${kind}.account:${subject.key}`, ...PER_ACCOUNT },
]
