import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { email, enterpriseAccount, language, opaqueToken, ownScene, publicScene, trimmed } from '../fields.ts'
import { EMAIL_MAX } from '../limits.ts'

const nonce = v.object({ nonce: opaqueToken })

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/v1/verify/email',
  access: 'anyone',
  summary:
    'Checks an email address for a scene. Returns the nonce for requesting a verification code. The nonce proves nothing by itself. With `secondEmail` (scene findpwd) the code goes there if it is the second address of the account; the answer does not tell.',
  input: v.strictObject({ email, scene: publicScene, secondEmail: v.optional(email) }),
  valueRules: { secondEmail: 'Only with the scene findpwd.' },
  output: nonce,
  errors: ['email_no_account', 'email_has_taken', 'invalid_email', 'email_has_connected'],
})

export const verifyOwnEmail = endpoint({
  method: 'POST',
  path: '/v1/user/verify/email',
  access: 'personal',
  summary: 'Returns a nonce for the mailbox of the logged-in account.',
  input: v.strictObject({ scene: ownScene }),
  output: v.object({ nonce: opaqueToken, receiver: v.string() }),
})

export const verifyEnterpriseAccount = endpoint({
  method: 'POST',
  path: '/v1/enterprise/verify/account',
  access: 'anyone',
  summary: 'Checks an enterprise account. Returns a nonce and the masked mailbox that receives the code.',
  input: v.strictObject({ account: enterpriseAccount }),
  output: v.object({ nonce: opaqueToken, receiver: v.string() }),
  errors: ['no_account'],
})

export const createHumanChallenge = endpoint({
  method: 'GET',
  path: '/v2/verify/ncdata',
  access: 'anyone',
  summary: 'A human-check challenge: a proof of work for the slider.',
  output: v.object({ challenge: v.record(v.string(), v.unknown()) }),
})

export const verifyHumanAnswer = endpoint({
  method: 'POST',
  path: '/v2/verify/ncdata',
  access: 'anyone',
  summary: "Verifies the slider's answer. Returns a single-use ticket that expires soon.",
  input: v.strictObject({ payload: v.pipe(v.string('required'), v.maxCodePoints(8192, 'invalid')) }),
  output: v.object({ ticket: opaqueToken }),
  errors: ['human_verification_failed', 'expired'],
})

export const verifyRecaptcha = endpoint({
  method: 'POST',
  path: '/v1/verify/ncdata/google',
  access: 'anyone',
  summary:
    'Verifies a reCAPTCHA token (deployment us with keys). Returns a single-use ticket that expires soon.',
  input: v.strictObject({
    token: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxCodePoints(8192, 'invalid')),
  }),
  output: v.object({ ticket: opaqueToken }),
  errors: ['human_verification_failed', 'network_timeout'],
})

export const getCodeDelivery = endpoint({
  method: 'POST',
  path: '/v1/captcha/delivery',
  access: 'anyone',
  summary:
    'Tells whether the mail with the last code of a nonce came back. Answers only the browser that requested it; anything else is pending.',
  input: v.strictObject({ nonce: opaqueToken }),
  output: v.object({ deliveryStatus: v.picklist(['pending', 'refused', 'bounced']) }),
})

export const sendVerificationCode = endpoint({
  method: 'POST',
  path: '/v1/captcha',
  access: 'anyone',
  summary:
    'Mails a six-digit verification code to the mailbox of the nonce. One in 60 s for each receiver and scene. `ticket` may be missing where the call carries the companion of a session that proved a factor within ten minutes.',
  input: v.strictObject({
    receiver: v.pipe(
      v.string('required'),
      v.trim(),
      v.nonEmpty('required'),
      v.maxCodePoints(EMAIL_MAX, 'invalid'),
      trimmed(`(?=\\S)[\\s\\S]{1,${EMAIL_MAX}}`, 'ada@example.com'),
    ),
    nonce: opaqueToken,
    ticket: v.optional(v.pipe(v.string('required'), v.nonEmpty('required'), v.maxCodePoints(512, 'invalid'))),
    lang: v.optional(language),
  }),
  output: v.object({ wait: v.number() }),
  errors: ['captcha_frequency', 'human_verification_required', 'human_verification_failed', 'expired'],
})
