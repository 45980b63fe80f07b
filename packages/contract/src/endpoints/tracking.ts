import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

/** Whether behaviour may be tracked until somebody says otherwise, or only once they have agreed (decisions 11). */
export const CONSENT_RULES = ['opt-in', 'opt-out'] as const
export type ConsentRule = (typeof CONSENT_RULES)[number]

export const getConsentRule = endpoint({
  method: 'GET',
  path: '/v1/track/consent',
  access: 'anyone',
  base: 'passport',
  summary:
    'Whether statistics need an agreement first at the place of the caller’s address: opt-in in the EEA, the United Kingdom, Switzerland, Brazil, China and where the place is unknown.',
  input: undefined,
  output: v.object({ rule: v.picklist(CONSENT_RULES) }),
  errors: [],
})
