import * as v from 'valibot'
import {
  endpoint,
  HUMAN_CHECK_ERRORS,
  NEW_PASSWORD_ERRORS,
  SIGN_IN_ERRORS,
  VERIFICATION_CODE_ERRORS,
} from '../endpoint.ts'
import {
  agreement,
  codeFields,
  currentPassword,
  email,
  enterpriseAccount,
  humanTicket,
  newPassword,
  opaqueToken,
  PASSWORD_CONFIRMATION_RULE,
  passwordConfirmation,
  sessionResult,
  signInAgreement,
  unixSeconds,
} from '../fields.ts'
import { factorCode, secondStepMethod } from './factors.ts'
import { assertedPasskey } from './passkey.ts'

const signInFields = {
  remember: v.optional(v.boolean(), false),
  agreement: signInAgreement,
  ticket: humanTicket,
}

export const login = endpoint({
  method: 'POST',
  path: '/v1/login',
  access: 'anyone',
  summary: 'Logs in with email and password. An unknown account and a wrong password get the same answer.',
  input: v.strictObject({
    email,
    password: currentPassword,
    ...signInFields,
  }),
  output: sessionResult,
  errors: [...SIGN_IN_ERRORS, 'incorrect_account', 'invalid_email', ...HUMAN_CHECK_ERRORS],
})

export const loginByVerificationCode = endpoint({
  method: 'POST',
  path: '/v1/login/email/captcha',
  access: 'anyone',
  summary: 'Logs in with a verification code of scene login.',
  input: v.strictObject({
    email,
    ...codeFields,
    ...signInFields,
  }),
  output: sessionResult,
  errors: [...SIGN_IN_ERRORS, 'invalid_email', ...VERIFICATION_CODE_ERRORS],
})

export const allowLogin = endpoint({
  method: 'POST',
  path: '/v1/login/allow',
  access: 'anyone',
  summary:
    'The link of the email that a password login from a new country sends, for apps that cannot show the second step. Answers where, when and in what the login was, and of which account. With `confirm` the next password login of the account from that network within 15 minutes needs no code, once.',
  input: v.strictObject({
    link: v.pipe(v.string('required'), v.maxCodePoints(512, 'invalid'), v.regex(/^[\w-]+$/, 'invalid')),
    confirm: v.boolean(),
  }),
  output: v.object({
    place: v.string(),
    at: unixSeconds,
    /** browser and system, or the app; '' if unknown */
    application: v.optional(v.string()),
    /** the masked address of the account */
    account: v.optional(v.string()),
  }),
  errors: ['expired'],
})

export const enterpriseLogin = endpoint({
  method: 'POST',
  path: '/v1/enterprise/login',
  access: 'anyone',
  summary: 'Logs in with enterprise account ID and password.',
  input: v.strictObject({
    account: enterpriseAccount,
    password: currentPassword,
    ...signInFields,
  }),
  output: sessionResult,
  errors: [...SIGN_IN_ERRORS, 'incorrect_account', ...HUMAN_CHECK_ERRORS],
})

export const register = endpoint({
  method: 'POST',
  path: '/v1/register',
  idempotent: true,
  access: 'anyone',
  summary:
    'Creates a personal account for a verified email address and logs in. With an Idempotency-Key, a repeat of the same call before the nonce expires logs in to that account with a session of its own.',
  input: v.strictObject({
    email,
    password: newPassword,
    confirmPassword: passwordConfirmation,
    ...codeFields,
    agreement,
    ticket: humanTicket,
  }),
  valueRules: PASSWORD_CONFIRMATION_RULE,
  output: sessionResult,
  errors: ['has_account', 'invalid_email', ...NEW_PASSWORD_ERRORS, ...VERIFICATION_CODE_ERRORS],
})

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/v1/user/verify',
  access: 'signed-in',
  underDefaultPassword: 'always',
  summary:
    'Reauthenticates by password, by a verification code of scene verify, by a passkey of the account or, if the account has a second factor, by a code of that factor alone. Valid for ten minutes in this browser, by an HttpOnly cookie, and for any caller that sends `companion` in the header of this name.',
  input: v.union([
    v.strictObject({ password: currentPassword, ticket: humanTicket }),
    v.strictObject({ ...codeFields, ticket: humanTicket }),
    v.strictObject({ credential: assertedPasskey }),
    v.strictObject({ method: secondStepMethod, code: factorCode, ticket: humanTicket }),
  ]),
  output: v.object({ companion: opaqueToken }),
  errors: [
    'second_factor_required',
    'incorrect_password',
    'passkey_rejected',
    'passkey_unknown',
    ...VERIFICATION_CODE_ERRORS,
  ],
})
