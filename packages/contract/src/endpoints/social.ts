import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { currentPassword, email, opaqueToken, verificationCode } from '../fields.ts'
import { sessionResult } from './login.ts'

/** What a social sign-in came to: 0 signed in or connected, 20115 connect needed (with `flow`), 20402 bound elsewhere … */
export const socialOutcomeSchema = v.object({
  code: v.number(),
  utoken: v.string(),
  error: v.string(),
  flow: v.optional(v.string()),
})

export const readSocialResult = endpoint({
  method: 'POST',
  path: '/v1/oauth/result',
  access: 'anyone',
  base: 'passport',
  summary: 'What the callback came to: read once, by the page that began.',
  input: v.strictObject({ result: opaqueToken }),
  output: v.object({
    ...socialOutcomeSchema.entries,
    op: v.picklist(['login', 'bind']),
    channel: v.string(),
    /** a new account was made */
    created: v.boolean(),
    /** where the person wanted to go, already judged; '' for nowhere */
    uri: v.string(),
  }),
  errors: ['expired'],
})

export const describeSocialFlow = endpoint({
  method: 'POST',
  path: '/v1/oauth/flow',
  access: 'anyone',
  base: 'passport',
  summary:
    'What an unfinished social sign-in needs: the proof of an account that has its mailbox, or a mailbox.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    channel: v.string(),
    name: v.string(),
    needs: v.picklist(['proof', 'email']),
    /** masked; '' where a mailbox is wanted */
    email: v.string(),
    hasPassword: v.boolean(),
    /** for a code of scene login to the account's own mailbox, where a proof is needed */
    nonce: v.string(),
  }),
  errors: ['expired'],
})

export const connectSocialFlow = endpoint({
  method: 'POST',
  path: '/v1/oauth/connect',
  access: 'anyone',
  base: 'passport',
  summary:
    'Finishes it: by the password or a code of the account whose mailbox it is; or, where none was given, by a proved mailbox of one’s own (a code of scene bind).',
  input: v.union([
    v.strictObject({ flow: opaqueToken, password: currentPassword }),
    v.strictObject({ flow: opaqueToken, captcha: verificationCode, nonce: opaqueToken }),
    v.strictObject({ flow: opaqueToken, email, captcha: verificationCode, nonce: opaqueToken }),
  ]),
  output: v.object({ ...sessionResult.entries, created: v.boolean() }),
  errors: [
    'restricted',
    'account_ban',
    'incorrect_account',
    'has_account',
    'invalid_email',
    'incorrect_code',
    'code_expired',
    'expired',
    'social_already_bound',
  ],
})

export const loginWithAccessToken = endpoint({
  method: 'POST',
  path: '/oauth/:channel/login-with-accesstoken',
  access: 'anyone',
  base: 'passport',
  summary: 'For hosts that signed in natively: the provider’s token, meant for one of our client ids.',
  input: v.strictObject({
    cid: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(300, 'invalid')),
    op: v.picklist(['login', 'bind'], 'invalid'),
    accessToken: v.optional(v.pipe(v.string(), v.maxLength(8192, 'invalid'))),
    idToken: v.optional(v.pipe(v.string(), v.maxLength(8192, 'invalid'))),
    nonce: v.optional(v.pipe(v.string(), v.maxLength(300, 'invalid'))),
  }),
  output: socialOutcomeSchema,
  errors: ['account_ban', 'proof_required', 'social_authorization_failed', 'network_timeout'],
})
