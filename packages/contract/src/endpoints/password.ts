import * as v from 'valibot'
import {
  endpoint,
  HUMAN_CHECK_ERRORS,
  NEW_PASSWORD_ERRORS,
  SIGN_IN_ERRORS,
  VERIFICATION_CODE_ERRORS,
} from '../endpoint.ts'
import {
  codeFields,
  currentPassword,
  email,
  enterpriseAccount,
  humanTicket,
  newPassword,
  PASSWORD_CONFIRMATION_RULE,
  passwordConfirmation,
  sessionResult,
  signInAgreement,
} from '../fields.ts'

export const findPassword = endpoint({
  method: 'POST',
  path: '/v1/find/password',
  access: 'anyone',
  summary:
    'Sets a new password with a verification code of scene findpwd, ends all sessions and starts a new one. `secondEmail` beside `email`: the code was mailed to that second address.',
  input: v.pipe(
    v.strictObject({
      email: v.optional(email),
      account: v.optional(enterpriseAccount),
      secondEmail: v.optional(email),
      ...codeFields,
      password: newPassword,
      confirmPassword: passwordConfirmation,
      agreement: signInAgreement,
      ticket: humanTicket,
    }),
    v.metadata({ oneOf: [{ required: ['email'] }, { required: ['account'] }] }),
  ),
  valueRules: { ...PASSWORD_CONFIRMATION_RULE, secondEmail: 'Only beside `email`.' },
  output: sessionResult,
  errors: [...SIGN_IN_ERRORS, 'invalid_email', ...NEW_PASSWORD_ERRORS, ...VERIFICATION_CODE_ERRORS],
})

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/v1/user/password',
  access: 'personal',
  summary:
    'Changes the password with the old one or, if none is set, with a verification code of scene setpwd. Ends all other sessions.',
  input: v.union([
    v.strictObject({
      oldPassword: currentPassword,
      password: newPassword,
      confirmPassword: passwordConfirmation,
      ticket: humanTicket,
    }),
    v.strictObject({
      ...codeFields,
      ticket: humanTicket,
      password: newPassword,
      confirmPassword: passwordConfirmation,
    }),
  ]),
  valueRules: { ...PASSWORD_CONFIRMATION_RULE, oldPassword: 'Given if the account has a password.' },
  errors: ['proof_required', 'incorrect_password', ...NEW_PASSWORD_ERRORS, ...VERIFICATION_CODE_ERRORS],
})

export const changeEnterprisePassword = endpoint({
  method: 'PATCH',
  path: '/v1/enterprise/password',
  access: 'enterprise',
  underDefaultPassword: 'always',
  summary: 'Changes the password of an enterprise account; also replaces its default password.',
  input: v.strictObject({
    oldPassword: currentPassword,
    password: newPassword,
    confirmPassword: passwordConfirmation,
    ticket: humanTicket,
  }),
  valueRules: PASSWORD_CONFIRMATION_RULE,
  errors: ['proof_required', 'incorrect_password', ...NEW_PASSWORD_ERRORS, ...HUMAN_CHECK_ERRORS],
})

export const postponePassword = endpoint({
  method: 'POST',
  path: '/v1/enterprise/password/later',
  access: 'enterprise',
  underDefaultPassword: 'always',
  summary: 'Postpones replacing the default password, up to three times or seven days; then 20102.',
  input: v.strictObject({}),
  output: v.object({ left: v.number() }),
})
