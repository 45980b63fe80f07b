import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

/** `opt-in`: track only after consent; `opt-out`: track until the person objects. */
export const CONSENT_RULES = ['opt-in', 'opt-out'] as const
export type ConsentRule = (typeof CONSENT_RULES)[number]

export const getConsentRule = endpoint({
  method: 'GET',
  path: '/v1/track/consent',
  access: 'anyone',
  summary:
    'Whether statistics need consent in the country of the caller’s IP address: opt-in in the EEA, the United Kingdom, Switzerland, Brazil, China and unknown countries.',
  output: v.object({ rule: v.picklist(CONSENT_RULES) }),
})
