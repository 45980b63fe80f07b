import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { unixSeconds } from '../fields.ts'
import { DAY_SECONDS } from '../limits.ts'

/** How long a pass lasts at most, unless the owner sets another limit. */
export const PASS_DAYS_DEFAULT = 7
export const PASS_DAYS_MAX = 30
export const PASS_NAME_MAX_BYTES = 24

const days = v.pipe(
  v.number('invalid'),
  v.integer('invalid'),
  v.minValue(1, 'invalid'),
  v.maxValue(PASS_DAYS_MAX, 'invalid'),
)

export interface PassLimits {
  /** undefined: as long as allowed */
  readonly requestedDays?: number | undefined
  /** in days, of the owner */
  readonly maximum: number
  /** end of the role in unix seconds; null: none */
  readonly until: number | null
  /** end of what the certificate allows in unix seconds; null: none */
  readonly trainedUntil: number | null
}

/** When a pass ends that is issued at a time. Both are unix seconds. */
export function endOfPass(
  issuedAt: number,
  { requestedDays, maximum, until, trainedUntil }: PassLimits,
): number {
  const longest = issuedAt + Math.min(requestedDays ?? maximum, maximum) * DAY_SECONDS
  return Math.min(longest, until ?? longest, trainedUntil ?? longest)
}

export const issueMachinePass = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/pass',
  access: 'signed-in',
  summary:
    'A signed statement for the machine, in base45 for a QR code: the person may start it until `expireTime`, without a network. The end is the earliest of what was asked, the maximum of the owner, the end of the role and the end of the certificate. `name` is shown by the machine; without it, the initials. `machine_training_missing` answers `course` and `url`, where it is taken.',
  input: v.strictObject({
    days: v.optional(days),
    name: v.optional(
      v.pipe(
        v.string('invalid'),
        v.maxBytes(PASS_NAME_MAX_BYTES, 'too_long'),
        v.regex(/^[^\p{C}]*$/u, 'invalid'),
      ),
    ),
  }),
  output: v.object({
    pass: v.string(),
    /** of the pass: SVG path in a square of 100 */
    qrCode: v.string(),
    expireTime: unixSeconds,
  }),
  errors: ['machine_unknown', 'machine_training_missing', 'machine_pass_unavailable', 'restricted'],
})

export const limitMachinePasses = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/pass/limit',
  access: 'signed-in',
  summary: 'Sets how many days a pass lasts at most. For the owner. Passes given before keep their end.',
  input: v.strictObject({ days }),
  errors: ['machine_unknown', 'restricted'],
})
