import * as v from 'valibot'
import { endpoint, HUMAN_CHECK_ERRORS } from '../endpoint.ts'
import {
  CURSOR_RULE,
  channel,
  currentPassword,
  email,
  humanTicket,
  newPassword,
  opaqueToken,
  PASSWORD_CONFIRMATION_RULE,
  pageCursor,
  pageLimit,
  passwordConfirmation,
  unixSeconds,
  verificationCode,
} from '../fields.ts'
import { SYSTEMS } from '../portal-url.ts'
import { factorCode, secondStepMethod } from './factors.ts'
import { assertedPasskey } from './passkey.ts'

const done = v.object({})
const code = { captcha: verificationCode, nonce: opaqueToken, ticket: humanTicket }

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/v1/user/verify',
  access: 'signed-in',
  underDefaultPassword: 'always',
  base: 'passport',
  summary:
    'Reauthenticates by password, by a verification code of scene verify, by a passkey of the account or, if the account has a second factor, by a code of that factor alone. Valid for ten minutes in this browser, by an HttpOnly cookie, and for any caller that sends `companion` in the header of this name.',
  input: v.union([
    v.strictObject({ password: currentPassword, ticket: humanTicket }),
    v.strictObject(code),
    v.strictObject({ credential: assertedPasskey }),
    v.strictObject({ method: secondStepMethod, code: factorCode, ticket: humanTicket }),
  ]),
  output: v.object({ companion: opaqueToken }),
  errors: [
    'second_factor_required',
    'incorrect_password',
    'incorrect_code',
    'code_expired',
    'passkey_rejected',
    'passkey_unknown',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/v1/user/password',
  access: 'personal',
  base: 'passport',
  summary:
    'Changes the password with the old one or, if none is set, with a verification code of scene setpwd. Ends all other sessions.',
  input: v.union([
    v.strictObject({
      oldPassword: currentPassword,
      password: newPassword,
      confirmPassword: passwordConfirmation,
      ticket: humanTicket,
    }),
    v.strictObject({ ...code, password: newPassword, confirmPassword: passwordConfirmation }),
  ]),
  valueRules: { ...PASSWORD_CONFIRMATION_RULE, oldPassword: 'Given if the account has a password.' },
  output: done,
  errors: [
    'proof_required',
    'incorrect_password',
    'password_inconsistency',
    'password_too_common',
    'incorrect_code',
    'code_expired',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const changeEnterprisePassword = endpoint({
  method: 'PATCH',
  path: '/v1/enterprise/password',
  access: 'business',
  underDefaultPassword: 'always',
  base: 'passport',
  summary: 'Changes the password of an enterprise account; also replaces its default password.',
  input: v.strictObject({
    oldPassword: currentPassword,
    password: newPassword,
    confirmPassword: passwordConfirmation,
    ticket: humanTicket,
  }),
  valueRules: PASSWORD_CONFIRMATION_RULE,
  output: done,
  errors: [
    'proof_required',
    'incorrect_password',
    'password_inconsistency',
    'password_too_common',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const postponePassword = endpoint({
  method: 'POST',
  path: '/v1/enterprise/password/later',
  access: 'business',
  underDefaultPassword: 'always',
  base: 'passport',
  summary: 'Postpones replacing the default password, up to three times or seven days; then 20102.',
  input: v.strictObject({}),
  output: v.object({ left: v.number() }),
  errors: [],
})

export const changeEmail = endpoint({
  method: 'PATCH',
  path: '/v1/user/email',
  access: 'personal',
  base: 'passport',
  summary:
    'Changes the email address with a verification code of scene bind from the new mailbox, after reauthentication. Notifies both mailboxes.',
  input: v.strictObject({ email, ...code }),
  output: done,
  errors: [
    'proof_required',
    'invalid_email',
    'incorrect_code',
    'code_expired',
    'email_has_connected',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const unbindSocial = endpoint({
  method: 'POST',
  path: '/v1/user/unbind/oauth',
  access: 'personal',
  underDefaultPassword: 'never',
  base: 'passport',
  summary: 'Disconnects a social account, but never the last login method.',
  input: v.strictObject({ channel }),
  output: done,
  errors: ['proof_required', 'last_sign_in_method'],
})

export const sessionSchema = v.object({
  session: v.string(),
  ip: v.string(),
  location: v.string(),
  application: v.string(),
  platform: v.picklist(SYSTEMS),
  firstLogin: unixSeconds,
  lastLogin: unixSeconds,
  current: v.boolean(),
})

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
  base: 'passport',
  summary: 'Live sessions of the account, the current one first, and a page of its logins, newest first.',
  input: v.strictObject({
    cursor: v.optional(pageCursor),
    limit: v.optional(pageLimit),
  }),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({
    sessions: v.array(sessionSchema),
    log: v.object({ items: v.array(signInSchema), next: v.nullable(v.string()) }),
  }),
  errors: [],
})

export const clearSessions = endpoint({
  method: 'POST',
  path: '/v1/user/session/clear',
  access: 'signed-in',
  underDefaultPassword: 'never',
  base: 'passport',
  summary: 'Ends the given session; without `session`, all sessions except the current one.',
  input: v.strictObject({ session: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'invalid'))) }),
  output: v.object({ ended: v.number() }),
  errors: [],
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/v1/user/delete',
  access: 'personal',
  underDefaultPassword: 'never',
  base: 'passport',
  summary:
    'Erases the account immediately, with a verification code of scene delete and a confirmation. Irreversible.',
  input: v.strictObject({ ...code, confirm: v.literal(true, 'required') }),
  output: done,
  errors: ['proof_required', 'incorrect_code', 'code_expired', ...HUMAN_CHECK_ERRORS],
})

export const EXPORT_MEDIA_TYPE = 'application/zip'

export const exportAccount = endpoint({
  method: 'POST',
  path: '/v1/user/export',
  access: 'personal',
  underDefaultPassword: 'never',
  base: 'passport',
  summary:
    'Everything stored about the account as a ZIP archive, after reauthentication: a readable page and one JSON file a table. Streamed; a connection that ends early is an archive that cannot be opened.',
  produces: EXPORT_MEDIA_TYPE,
  input: v.strictObject({}),
  output: done,
  errors: ['proof_required'],
})

export const reportNotMe = endpoint({
  method: 'POST',
  path: '/v1/user/not-me',
  access: 'anyone',
  base: 'passport',
  summary:
    'The “this was not me” link of a security mail: ends all sessions of the account. Up to three days after the mail it also removes passkeys, and a first authenticator app, that were added since.',
  input: v.strictObject({
    link: v.pipe(v.string('required'), v.maxCodePoints(512, 'invalid'), v.regex(/^[\w-]+$/, 'invalid')),
  }),
  output: v.object({ business: v.boolean() }),
  errors: ['expired'],
})
