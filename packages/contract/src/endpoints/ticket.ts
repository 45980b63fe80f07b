import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken, sessionResult } from '../fields.ts'
import { RETURN_URL_LENGTH_MAX } from '../limits.ts'
import { basicFields } from './profile.ts'

/** Prefix of tickets. Login tokens never start with it. */
export const TICKET_PREFIX = 'tkt_'
export const isTicket = (value: string): boolean => value.startsWith(TICKET_PREFIX)

const address = v.pipe(
  v.string('required'),
  v.maxCodePoints(RETURN_URL_LENGTH_MAX, 'invalid'),
  v.metadata({ examples: ['https://shop.example/return'] }),
)

export const TICKET_PURPOSES = ['handover', 'sync', 'bind'] as const

export const createTicket = endpoint({
  method: 'POST',
  path: '/v1/ticket',
  access: 'signed-in',
  summary:
    'Creates a one-time ticket, valid for 60 s, that replaces the token: `handover` for an app or the portal itself, `sync` for a sibling host, `bind` for connecting a social account. `target` is the address that it is appended to: only an app of its origin may use it, and may name the address (for `bind` the portal’s).',
  input: v.strictObject({
    purpose: v.picklist(TICKET_PURPOSES, 'invalid'),
    target: address,
  }),
  output: v.object({ ticket: opaqueToken, expiresIn: v.number() }),
  errors: ['proof_required'],
})

export const enterByTicket = endpoint({
  method: 'POST',
  path: '/v1/ticket/enter',
  access: 'anyone',
  summary: 'Starts a session of the portal with a handover ticket.',
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
    'Returns the account of a handover ticket that arrived at one of the app’s origins. Basic authentication by client id and secret. `returnUrl`: the `r` that the app sent; a ticket of another address is then refused.',
  input: v.strictObject({ ticket: opaqueToken, returnUrl: v.optional(address) }),
  output: v.object({
    ...basicFields,
    email: v.string(),
    userName: v.string(),
    /** name of the login, with which the app follows logouts: see /v1/ticket/alive */
    session: v.string(),
  }),
  errors: ['expired'],
})

export const listLiveSessions = endpoint({
  method: 'POST',
  path: '/v1/ticket/alive',
  access: 'app',
  base: 'other',
  summary: 'Which of the given logins are still live. Lets apps follow a logout within a second.',
  input: v.strictObject({
    sessions: v.pipe(
      v.array(v.pipe(v.string(), v.maxCodePoints(200, 'invalid'))),
      v.maxLength(100, 'invalid'),
    ),
  }),
  output: v.object({ alive: v.array(v.string()) }),
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/v1/ticket/end',
  access: 'app',
  base: 'other',
  summary: 'Ends the given logins everywhere, after the person logged out of the app.',
  input: listLiveSessions.input,
  output: v.object({ ended: v.number() }),
})
