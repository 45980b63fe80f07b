/** Fields that calls of machines and of workshops share. */
import * as v from 'valibot'
import { unixSeconds } from '../fields.ts'

/** Roles that can be given to others. */
const SHARED_ROLES = ['manager', 'operator'] as const
export type SharedRole = (typeof SHARED_ROLES)[number]

export const sharedRole = v.picklist(SHARED_ROLES, 'invalid')
/** In the future; absent or null: without an end. */
export const roleEnd = v.optional(
  v.nullable(
    v.pipe(
      v.number('invalid'),
      v.integer('invalid'),
      v.minValue(0, 'invalid'),
      v.maxValue(253_402_300_799, 'invalid'),
    ),
  ),
)

export const offer = v.object({
  code: v.string(),
  /** page that accepts it, with the code behind `#` */
  url: v.string(),
  /** SVG path of the address as a QR code, in a square of 100 */
  qrCode: v.string(),
  expireTime: unixSeconds,
})

export const workshopId = v.pipe(
  v.string('required'),
  v.regex(/^w_[\w-]{22}$/, 'invalid'),
  v.metadata({ examples: ['w_Vv9Qm1c0RkS0c2b5t1o2Vw'] }),
)
