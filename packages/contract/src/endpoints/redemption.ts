import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { numericCursor, pageLimit, unixSeconds } from '../fields.ts'

/** What was redeemed, in the caller's language, and for how long: `expireTime` 0 means without end. */
const grantFields = {
  benefit: v.string(),
  effectTime: unixSeconds,
  expireTime: unixSeconds,
}

export const redeem = endpoint({
  method: 'POST',
  path: '/v1/exchange/effect',
  idempotent: true,
  access: 'personal',
  base: 'other',
  summary:
    'Redeems a code for the signed-in account, exactly once; `uid`, where given, must be that account.',
  input: v.strictObject({
    code: v.pipe(
      v.string('redemption_code_required'),
      v.maxLength(200, 'redemption_code_format'),
      v.regex(/\S/, 'redemption_code_required'),
    ),
    uid: v.optional(v.pipe(v.string(), v.uuid('invalid'))),
  }),
  output: v.object(grantFields),
  errors: ['restricted', 'invalid_redemption_code', 'expired_redemption_code', 'used_redemption_code'],
})

export const REDEMPTION_STATUSES = ['succeeded', 'expired'] as const

export const getRedemptions = endpoint({
  method: 'GET',
  path: '/v1/exchange/list',
  access: 'personal',
  base: 'other',
  summary: 'What the account has redeemed, newest first.',
  input: v.strictObject({
    cursor: v.optional(numericCursor),
    limit: v.optional(pageLimit),
  }),
  output: v.object({
    items: v.array(v.object({ ...grantFields, status: v.picklist(REDEMPTION_STATUSES), code: v.string() })),
    next: v.nullable(v.string()),
  }),
  errors: [],
})

/** One thing that happened to a benefit, as apps learn of it: by the feed, and signed by webhook. */
export const benefitEventSchema = v.object({
  /** also the cursor to go on from; an event may come twice, its id tells */
  id: v.string(),
  type: v.picklist(['benefit.redeemed']),
  uid: v.string(),
  benefit: v.object({ id: v.string(), name: v.object({ en: v.string(), zh: v.string() }) }),
  effectTime: unixSeconds,
  expireTime: unixSeconds,
})
export type BenefitEvent = v.InferOutput<typeof benefitEventSchema>

export const listBenefitEvents = endpoint({
  method: 'GET',
  path: '/v1/benefits/feed',
  access: 'app',
  base: 'other',
  summary:
    'Benefits granted that the app honours, oldest first, in order for each account. `cursor`: id of the last event handled; `next` is null when there is none yet beyond this page. Basic authentication by client id and secret.',
  input: v.strictObject({
    cursor: v.optional(numericCursor),
    limit: v.optional(pageLimit),
  }),
  output: v.object({ items: v.array(benefitEventSchema), next: v.nullable(v.string()) }),
  errors: [],
})
