import * as v from 'valibot'
import { endpoint, SIGN_IN_ERRORS, VERIFICATION_CODE_ERRORS } from '../endpoint.ts'
import {
  agreement,
  channel,
  codeFields,
  currentPassword,
  email,
  humanTicket,
  opaqueToken,
  sessionResult,
  signInAgreement,
} from '../fields.ts'
import { loginStepMethod } from './factors.ts'

/**
 * Outcome of a social login: 0 logged in or connected, 20115 needs a connection step (`flow`), 20122 needs the agreement to the
 * present legal documents (`flow`), 20108 needs the second step (`flow`, `methods`), 20402 connected to another account …
 */
export const socialOutcomeSchema = v.object({
  code: v.number(),
  utoken: v.string(),
  error: v.string(),
  flow: v.optional(v.string()),
  /** of the second step, with code 20108 */
  methods: v.optional(v.array(loginStepMethod)),
})

export const readSocialResult = endpoint({
  method: 'POST',
  path: '/v1/oauth/result',
  access: 'anyone',
  summary: 'Result of the callback. It can be read once, by the page that started the login.',
  input: v.strictObject({ result: opaqueToken }),
  output: v.object({
    ...socialOutcomeSchema.entries,
    op: v.picklist(['login', 'bind']),
    channel: v.string(),
    /** whether a new account was created */
    created: v.boolean(),
    /** accepted return address, or '' */
    uri: v.string(),
  }),
  errors: ['expired'],
})

export const describeSocialFlow = endpoint({
  method: 'POST',
  path: '/v1/oauth/flow',
  access: 'anyone',
  summary:
    'What an unfinished social login needs: proof of ownership of the account with its email address, or an email address.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    channel: v.string(),
    name: v.string(),
    /** `agreement`: to the present legal documents, before the session starts */
    needs: v.picklist(['proof', 'email', 'agreement']),
    /** masked; '' if an email address is needed, or only the agreement */
    email: v.string(),
    hasPassword: v.boolean(),
    /** whether the person has agreed to the present legal documents before */
    agreed: v.boolean(),
    /** if proof is needed: for a verification code of scene login to the mailbox of the account */
    nonce: v.string(),
  }),
  errors: ['expired'],
})

export const connectSocialFlow = endpoint({
  method: 'POST',
  path: '/v1/oauth/connect',
  access: 'anyone',
  summary:
    'Finishes a social login: with the password of the account that has the email address, after which 20108 asks for a code by email; with a verification code alone if the account has no password or has a second factor; or, if the provider gave no address, with a verification code of scene bind for a new one.',
  input: v.union([
    v.strictObject({
      flow: opaqueToken,
      password: currentPassword,
      agreement: signInAgreement,
      ticket: humanTicket,
    }),
    v.strictObject({
      flow: opaqueToken,
      ...codeFields,
      agreement: signInAgreement,
      ticket: humanTicket,
    }),
    v.strictObject({
      flow: opaqueToken,
      email,
      ...codeFields,
      agreement: signInAgreement,
      ticket: humanTicket,
    }),
    v.strictObject({ flow: opaqueToken, agreement }),
  ]),
  valueRules: {
    email: 'Given if and only if the flow needs an email address.',
    agreement: 'Alone: completes a flow that needs the agreement only.',
  },
  output: v.object({ ...sessionResult.entries, created: v.boolean() }),
  errors: [
    'restricted',
    ...SIGN_IN_ERRORS,
    'proof_required',
    'incorrect_account',
    'has_account',
    'invalid_email',
    'social_already_bound',
    ...VERIFICATION_CODE_ERRORS,
  ],
})

export const loginWithAccessToken = endpoint({
  method: 'POST',
  path: '/oauth/:channel/login-with-accesstoken',
  access: 'anyone',
  summary:
    'Logs in a native host with the provider’s token, which must be issued to one of the portal’s client ids.',
  input: v.strictObject({
    cid: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxCodePoints(300, 'invalid')),
    op: v.picklist(['login', 'bind'], 'invalid'),
    accessToken: v.optional(v.pipe(v.string(), v.maxCodePoints(8192, 'invalid'))),
    idToken: v.optional(v.pipe(v.string(), v.maxCodePoints(8192, 'invalid'))),
    openId: v.optional(v.pipe(v.string(), v.maxCodePoints(300, 'invalid'))),
    nonce: v.optional(v.pipe(v.string(), v.maxCodePoints(300, 'invalid'))),
    agreement: signInAgreement,
  }),
  output: socialOutcomeSchema,
  errors: ['account_ban', 'proof_required', 'social_authorization_failed', 'network_timeout'],
})

export const unbindSocial = endpoint({
  method: 'POST',
  path: '/v1/user/unbind/oauth',
  access: 'personal',
  underDefaultPassword: 'never',
  summary: 'Disconnects a social account, but never the last login method.',
  input: v.strictObject({ channel }),
  errors: ['proof_required', 'last_sign_in_method'],
})
