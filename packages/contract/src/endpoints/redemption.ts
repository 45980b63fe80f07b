import * as v from 'valibot'
import { endpoint, HUMAN_CHECK_ERRORS } from '../endpoint.ts'
import { CURSOR_RULE, humanTicket, pageFields, unixSeconds } from '../fields.ts'
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
  input: v.strictObject(pageFields),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({
    items: v.array(v.object({ ...grantFields, status: v.picklist(REDEMPTION_STATUSES), code: v.string() })),
    next: v.nullable(v.string()),
  }),
})
