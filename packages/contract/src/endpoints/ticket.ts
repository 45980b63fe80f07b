import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken } from '../fields.ts'
import { basicFields } from './account.ts'
import { sessionResult } from './login.ts'

/** Seconds. */
export const TICKET_TTL_SECONDS = 60
/** Tickets begin so; a login token never does. */
export const TICKET_PREFIX = 'tkt_'
export const isTicket = (value: string): boolean => value.startsWith(TICKET_PREFIX)

export const TICKET_PURPOSES = ['handover', 'sync', 'bind'] as const

export const createTicket = endpoint({
  method: 'POST',
  path: '/v1/ticket',
  access: 'signed-in',
  base: 'passport',
  summary:
    'A one-time ticket of 60 s in place of the token: `handover` to an app (target: its origin) or to the portal itself, `sync` to a sister host (its origin), `bind` to begin connecting a social account (the portal’s origin).',
  input: v.strictObject({
    purpose: v.picklist(TICKET_PURPOSES, 'invalid'),
    target: v.pipe(v.string('required'), v.maxLength(300, 'invalid')),
  }),
  output: v.object({ ticket: opaqueToken, expiresIn: v.number() }),
  errors: ['proof_required'],
})

export const enterByTicket = endpoint({
  method: 'POST',
  path: '/v1/ticket/enter',
  access: 'anyone',
  base: 'passport',
  summary: 'A hand-over ticket for the portal itself: begins a new session of its account.',
  input: v.strictObject({ ticket: opaqueToken }),
  output: sessionResult,
  errors: ['account_ban', 'expired'],
})

export const redeemTicket = endpoint({
  method: 'POST',
  path: '/v1/ticket/redeem',
  access: 'app',
  base: 'other',
  summary:
    'An app’s server learns whose hand-over ticket came to one of its origins. Basic authentication by client id and secret.',
  input: v.strictObject({ ticket: opaqueToken }),
  output: v.object({
    ...basicFields,
    email: v.string(),
    userName: v.string(),
    /** names the sign-in, so that the app can end its own when the person signs out: see /v1/ticket/alive */
    session: v.string(),
  }),
  errors: ['expired'],
})

export const listLiveSessions = endpoint({
  method: 'POST',
  path: '/v1/ticket/alive',
  access: 'app',
  base: 'other',
  summary:
    'Whether sign-ins that this app learned of by ticket still last; for apps to follow a sign-out within a second.',
  input: v.strictObject({
    sessions: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200, 'invalid'))), v.maxLength(100, 'invalid')),
  }),
  output: v.object({ alive: v.array(v.string()) }),
  errors: [],
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/v1/ticket/end',
  access: 'app',
  base: 'other',
  summary: 'The person signed out at the app: ends the sign-ins it learned of by ticket, everywhere.',
  input: listLiveSessions.input,
  output: v.object({ ended: v.number() }),
  errors: [],
})
