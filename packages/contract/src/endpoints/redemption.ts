import * as v from 'valibot'
import { endpoint, HUMAN_CHECK_ERRORS } from '../endpoint.ts'
import { CURSOR_RULE, humanTicket, pageCursor, pageLimit, unixSeconds } from '../fields.ts'
import { CODE_INPUT_MAX } from '../limits.ts'

/** The redeemed benefit in the caller's language. `expireTime` 0 means that it does not expire. */
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
    'Redeems a code for the logged-in account, exactly once. If `uid` is given, it must be that account. Past the daily limit of wrong codes, an address needs a human-check `ticket` (20204).',
  input: v.strictObject({
    code: v.pipe(
      v.string('redemption_code_required'),
      v.maxCodePoints(CODE_INPUT_MAX, 'redemption_code_format'),
      v.regex(/\S/, 'redemption_code_required'),
      v.metadata({ examples: ['ABCD-EFGH-2345-6789'] }),
    ),
    uid: v.optional(v.pipe(v.string(), v.uuid('invalid'))),
    ticket: humanTicket,
  }),
  output: v.object(grantFields),
  errors: [
    'restricted',
    'invalid_redemption_code',
    'expired_redemption_code',
    'used_redemption_code',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const REDEMPTION_STATUSES = ['succeeded', 'expired'] as const

export const getRedemptions = endpoint({
  method: 'GET',
  path: '/v1/exchange/list',
  access: 'personal',
  base: 'other',
  summary: 'Redemptions of the account, newest first.',
  input: v.strictObject({
    cursor: v.optional(pageCursor),
    limit: v.optional(pageLimit),
  }),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({
    items: v.array(v.object({ ...grantFields, status: v.picklist(REDEMPTION_STATUSES), code: v.string() })),
    next: v.nullable(v.string()),
  }),
  errors: [],
})

/** Benefit event, as apps receive it by the feed and by signed webhooks. */
export const benefitEventSchema = v.object({
  /** also a cursor to continue from; identifies duplicate deliveries. An opaque string */
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
    'Benefits that the app honors, oldest first, in order for each account. `cursor` is the `id` of the last handled event, an opaque string; `next` is null if there is no later event yet. Basic authentication by client id and secret.',
  input: v.strictObject({
    cursor: v.optional(pageCursor),
    limit: v.optional(pageLimit),
  }),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({ items: v.array(benefitEventSchema), next: v.nullable(v.string()) }),
  errors: [],
})
