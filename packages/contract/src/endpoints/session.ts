import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { CURSOR_RULE, pageFields, unixSeconds } from '../fields.ts'
import { SYSTEMS } from '../portal-url.ts'

export const sessionSchema = v.object({
  session: v.string(),
  ip: v.string(),
  location: v.string(),
  application: v.string(),
  platform: v.picklist(SYSTEMS),
  firstLogin: unixSeconds,
  lastLogin: unixSeconds,
  current: v.boolean(),
  /** its owner has said that the login was theirs */
  recognized: v.boolean(),
  /** end of the session of a person at a machine, unix seconds; null: a browser or an app */
  machineUntil: v.nullable(v.number()),
})

const sessionHandle = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))

export const signInSchema = v.object({
  at: unixSeconds,
  ip: v.string(),
  location: v.string(),
  application: v.string(),
  platform: v.picklist(SYSTEMS),
  session: v.string(),
})

export const getSessionLog = endpoint({
  method: 'GET',
  path: '/v1/user/session/log',
  access: 'signed-in',
  summary: 'Live sessions of the account, the current one first, and a page of its logins, newest first.',
  input: v.strictObject(pageFields),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({
    sessions: v.array(sessionSchema),
    log: v.object({ items: v.array(signInSchema), next: v.nullable(v.string()) }),
  }),
})

export const clearSessions = endpoint({
  method: 'POST',
  path: '/v1/user/session/clear',
  access: 'signed-in',
  underDefaultPassword: 'never',
  summary: 'Ends the given session; without `session`, all sessions except the current one.',
  input: v.strictObject({ session: v.optional(sessionHandle) }),
  output: v.object({ ended: v.number() }),
})

export const recognizeSession = endpoint({
  method: 'POST',
  path: '/v1/user/session/recognize',
  access: 'signed-in',
  underDefaultPassword: 'never',
  summary:
    'The owner recognizes the login of another session: the check-up no longer asks about it. A session cannot vouch for itself.',
  input: v.strictObject({ session: sessionHandle }),
})

const notMeLink = v.pipe(
  v.string('required'),
  v.maxCodePoints(512, 'invalid'),
  v.regex(/^[\w-]+$/, 'invalid'),
)

export const describeNotMe = endpoint({
  method: 'POST',
  path: '/v1/user/not-me/describe',
  access: 'anyone',
  summary:
    'Describes the “this was not me” link of a security mail: what happened, when, on which device, where and to which account, as far as the link tells, and what it still does. Changes nothing.',
  input: v.strictObject({ link: notMeLink }),
  output: v.object({
    at: unixSeconds,
    /** what happened, in the language of the caller */
    event: v.optional(v.string()),
    /** browser and system, or the app */
    application: v.optional(v.string()),
    place: v.optional(v.string()),
    /** the masked address of the account; missing in a mailbox that the account has left, and in mails of an earlier version */
    account: v.optional(v.string()),
    /** it stops changes that wait */
    stops: v.boolean(),
    /** it removes what was added, up to this time; missing if it does not, or no longer */
    removesUntil: v.optional(unixSeconds),
    /** it restores the former address, up to this time */
    restoresUntil: v.optional(unixSeconds),
  }),
  errors: ['expired'],
})

export const reportNotMe = endpoint({
  method: 'POST',
  path: '/v1/user/not-me',
  access: 'anyone',
  summary:
    'The “this was not me” link of a security mail: ends all sessions of the account. Up to three days after the mail it also removes passkeys, and a first authenticator app, that were added since.',
  input: v.strictObject({ link: notMeLink }),
  output: v.object({ business: v.boolean() }),
  errors: ['expired'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/v1/user/logout',
  access: 'signed-in',
  underDefaultPassword: 'always',
  summary: 'Ends the session. Succeeds if the token is already invalid.',
})

export const keepSession = endpoint({
  method: 'POST',
  path: '/v1/user/session/keep',
  access: 'signed-in',
  underDefaultPassword: 'always',
  summary:
    'Sets the session cookie for the token of this call, so that a session that started from a URL parameter persists.',
})
