import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { CURSOR_RULE, pageFields, unixSeconds } from '../fields.ts'

/** Benefit event, as apps receive it by the feed and by signed webhooks. */
export const benefitEventSchema = v.object({
  /** also a cursor to continue from; identifies duplicate deliveries. An opaque string */
  id: v.string(),
  type: v.picklist(['benefit.redeemed', 'benefit.withdrawn']),
  uid: v.string(),
  benefit: v.object({ id: v.string(), name: v.object({ en: v.string(), zh: v.string() }) }),
  /** of a withdrawn benefit: when it was taken back, in `expireTime` too */
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
    'Benefits that the app honors, granted or taken back, oldest first, in order for each account. `cursor` is the `id` of the last handled event, an opaque string; `next` is null if there is no later event yet. Basic authentication by client id and secret.',
  input: v.strictObject(pageFields),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({ items: v.array(benefitEventSchema), next: v.nullable(v.string()) }),
})
