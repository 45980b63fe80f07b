import * as v from 'valibot'
import { endpoint, HUMAN_CHECK_ERRORS } from '../endpoint.ts'
import {
  agreement,
  currentPassword,
  email,
  enterpriseAccount,
  humanTicket,
  newPassword,
  opaqueToken,
  PASSWORD_CONFIRMATION_RULE,
  passwordConfirmation,
  signInAgreement,
  verificationCode,
} from '../fields.ts'

export const sessionResult = v.object({ utoken: opaqueToken, uid: v.string() })

const remember = v.optional(v.boolean(), false)

export const login = endpoint({
  method: 'POST',
  path: '/v1/login',
  access: 'anyone',
  base: 'passport',
  summary: 'Logs in with email and password. An unknown account and a wrong password get the same answer.',
  input: v.strictObject({
    email,
    password: currentPassword,
    remember,
    agreement: signInAgreement,
    ticket: humanTicket,
  }),
  output: sessionResult,
  errors: [
    'account_ban',
    'second_factor_required',
    'agreement_required',
    'incorrect_account',
    'invalid_email',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const loginByVerificationCode = endpoint({
  method: 'POST',
  path: '/v1/login/email/captcha',
  access: 'anyone',
  base: 'passport',
  summary: 'Logs in with a verification code of scene login.',
  input: v.strictObject({
    email,
    captcha: verificationCode,
    nonce: opaqueToken,
    remember,
    agreement: signInAgreement,
    ticket: humanTicket,
  }),
  output: sessionResult,
  errors: [
    'account_ban',
    'second_factor_required',
    'agreement_required',
    'invalid_email',
    'incorrect_code',
    'code_expired',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const enterpriseLogin = endpoint({
  method: 'POST',
  path: '/v1/enterprise/login',
  access: 'anyone',
  base: 'passport',
  summary: 'Logs in with enterprise account ID and password.',
  input: v.strictObject({
    account: enterpriseAccount,
    password: currentPassword,
    remember,
    agreement: signInAgreement,
    ticket: humanTicket,
  }),
  output: sessionResult,
  errors: [
    'account_ban',
    'second_factor_required',
    'agreement_required',
    'incorrect_account',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const register = endpoint({
  method: 'POST',
  path: '/v1/register',
  idempotent: true,
  access: 'anyone',
  base: 'passport',
  summary:
    'Creates a personal account for a verified email address and logs in. With an Idempotency-Key, a repeat of the same call before the nonce expires logs in to that account with a session of its own.',
  input: v.strictObject({
    email,
    password: newPassword,
    confirmPassword: passwordConfirmation,
    captcha: verificationCode,
    nonce: opaqueToken,
    agreement,
    ticket: humanTicket,
  }),
  valueRules: PASSWORD_CONFIRMATION_RULE,
  output: sessionResult,
  errors: [
    'has_account',
    'invalid_email',
    'password_inconsistency',
    'password_too_common',
    'incorrect_code',
    'code_expired',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const findPassword = endpoint({
  method: 'POST',
  path: '/v1/find/password',
  access: 'anyone',
  base: 'passport',
  summary:
    'Sets a new password with a verification code of scene findpwd, ends all sessions and starts a new one.',
  input: v.pipe(
    v.strictObject({
      email: v.optional(email),
      account: v.optional(enterpriseAccount),
      captcha: verificationCode,
      nonce: opaqueToken,
      password: newPassword,
      confirmPassword: passwordConfirmation,
      agreement: signInAgreement,
      ticket: humanTicket,
    }),
    v.metadata({ oneOf: [{ required: ['email'] }, { required: ['account'] }] }),
  ),
  valueRules: PASSWORD_CONFIRMATION_RULE,
  output: sessionResult,
  errors: [
    'account_ban',
    'second_factor_required',
    'agreement_required',
    'invalid_email',
    'password_inconsistency',
    'password_too_common',
    'incorrect_code',
    'code_expired',
    ...HUMAN_CHECK_ERRORS,
  ],
})
