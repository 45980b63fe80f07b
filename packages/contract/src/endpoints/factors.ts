import * as v from 'valibot'
import { endpoint, HUMAN_CHECK_ERRORS } from '../endpoint.ts'
import { humanTicket, opaqueToken, sessionResult, unixSeconds } from '../fields.ts'
import { assertedPasskey, requestOptions } from './passkey.ts'

/** `totp`: a code of the authenticator app; `recovery`: one of the recovery codes. */
export const SECOND_STEP_METHODS = ['totp', 'recovery'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

export const secondStepMethod = v.picklist(SECOND_STEP_METHODS, 'invalid')

const FACTOR_CODE_MAX = 64

/**
 * Of a login: the factors of the account, or one of these. `setup`: an operator demands a factor and the account has none. The app is
 * set up by `POST /v1/login/factor/setup`, and its first code passes the step. `mail`: the login comes from a new browser in a new
 * country, or connects a social account; the code was sent by email. `lost`: the waiting time for the removal of lost factors is over; a
 * code that `POST /v1/login/factor/mail` sends removes them and ends every session. `passkey`: one of the account's, by the options of
 * `POST /v1/login/factor/passkey`.
 */
export const loginStepMethod = v.picklist(
  [...SECOND_STEP_METHODS, 'setup', 'mail', 'lost', 'passkey'],
  'invalid',
)
export type LoginStepMethod = v.InferOutput<typeof loginStepMethod>

/** What the code of the methods `mail` and `lost` is for: a login from a new country, a social account to connect, or lost factors. */
export const LOGIN_CODE_PURPOSES = ['country', 'connection', 'lost'] as const

/** A code of the app or a recovery code. Spaces do not matter, nor do the hyphens and capitals of a recovery code. */
export const factorCode = v.pipe(
  v.string('required'),
  v.trim(),
  v.nonEmpty('required'),
  v.maxCodePoints(FACTOR_CODE_MAX, 'code_invalid'),
)

/** `data` of error 20108. */
export const secondStepSchema = v.object({
  /** names the waiting login, for ten minutes in this browser */
  flow: opaqueToken,
  methods: v.array(loginStepMethod),
})
export type SecondStep = v.InferOutput<typeof secondStepSchema>

export const passSecondStep = endpoint({
  method: 'POST',
  path: '/v1/login/factor',
  access: 'anyone',
  summary:
    'Second step of a login that was answered by 20108: answers as the first call would have. The flow is good for five tries, ten minutes and the browser that began it.',
  input: v.strictObject({
    flow: opaqueToken,
    method: loginStepMethod,
    /** of every method but `passkey` */
    code: v.optional(factorCode),
    /** of method `passkey` */
    credential: v.optional(assertedPasskey),
    /** this browser needs no second step for 30 days */
    rememberBrowser: v.optional(v.boolean(), false),
    ticket: humanTicket,
  }),
  output: v.object({
    ...sessionResult.entries,
    /** of method `setup`: ten codes, shown this once */
    recoveryCodes: v.optional(v.array(v.string())),
  }),
  errors: [
    'account_ban',
    'incorrect_code',
    'not_found',
    'passkey_rejected',
    'passkey_unknown',
    'restricted',
    'second_factor_required',
    'social_already_bound',
    ...HUMAN_CHECK_ERRORS,
  ],
})

export const getPasskeyStepOptions = endpoint({
  method: 'POST',
  path: '/v1/login/factor/passkey',
  access: 'anyone',
  summary:
    'Options for `navigator.credentials.get` that passes the second step with a passkey of the account.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({ options: requestOptions }),
  errors: ['expired', 'not_found'],
})

export const describeLoginStep = endpoint({
  method: 'POST',
  path: '/v1/login/factor/flow',
  access: 'anyone',
  summary: 'What a login that was answered by 20108 waits for.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    methods: v.array(loginStepMethod),
    /** of the code by email; null: no code is sent */
    purpose: v.nullable(v.picklist(LOGIN_CODE_PURPOSES)),
    /** masked address that codes are sent to */
    receiver: v.string(),
    /** seconds until another code can be sent */
    wait: v.number(),
    /** from when on the lost factors can be removed; null: nobody has asked for it */
    removalAt: v.nullable(unixSeconds),
  }),
  errors: ['expired'],
})

export const sendLoginCode = endpoint({
  method: 'POST',
  path: '/v1/login/factor/mail',
  access: 'anyone',
  summary:
    'Sends a code by email for the methods `mail` and `lost`: three for each login, one a minute. An earlier code stops working.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    /** seconds until another code can be sent */
    wait: v.number(),
  }),
  errors: ['expired', 'captcha_frequency'],
})

export const startFactorRemoval = endpoint({
  method: 'POST',
  path: '/v1/login/factor/lost',
  access: 'anyone',
  summary:
    'Starts the waiting time of seven days after which the lost second factors of the account can be removed, or returns that of an earlier call. The owner is emailed; any use of a factor ends it.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    /** from then on, for seven days, a login offers the method `lost` */
    removalAt: unixSeconds,
  }),
  errors: ['expired'],
})

export const stopFactorRemoval = endpoint({
  method: 'POST',
  path: '/v1/user/factors/lost/stop',
  access: 'signed-in',
  summary: 'Ends the waiting time for the removal of lost second factors.',
  input: v.strictObject({}),
})

export const getFactors = endpoint({
  method: 'GET',
  path: '/v1/user/factors',
  access: 'signed-in',
  summary: 'The second factors of the account.',
  input: v.strictObject({}),
  output: v.object({
    /** null: no authenticator app */
    totp: v.nullable(v.object({ since: unixSeconds, lastUsed: v.nullable(unixSeconds) })),
    /** unused ones */
    recoveryCodes: v.number(),
    /** browsers that need no second step for now */
    rememberedBrowsers: v.number(),
    /** an operator demands a second factor */
    required: v.boolean(),
    /** from when on lost factors can be removed; null: nobody has asked for it */
    removalAt: v.nullable(unixSeconds),
  }),
})

/** What an authenticator app needs. */
export const totpSetupSchema = v.object({
  /** base32, to be typed */
  secret: v.string(),
  /** `otpauth:` address */
  uri: v.string(),
  /** SVG path of the QR code in a square of 100 by 100 */
  qrCode: v.string(),
})

export const startLoginSetup = endpoint({
  method: 'POST',
  path: '/v1/login/factor/setup',
  access: 'anyone',
  summary: 'Begins to set up an authenticator app during a login whose 20108 names the method `setup`.',
  input: v.strictObject({ flow: opaqueToken }),
  output: totpSetupSchema,
  errors: ['expired'],
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/v1/user/factors/totp',
  access: 'signed-in',
  underDefaultPassword: 'never',
  summary:
    'Begins to set up an authenticator app, after two proofs: the password and a code by email, or a second factor. `data.missing` of 20107 is `code` or `password` where one was given. Nothing changes until a code of the app confirms it.',
  input: v.strictObject({}),
  output: totpSetupSchema,
  errors: ['proof_required'],
})

const recoveryCodes = v.object({
  /** ten codes, shown this once */
  recoveryCodes: v.array(v.string()),
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/v1/user/factors/totp/confirm',
  access: 'signed-in',
  underDefaultPassword: 'never',
  summary:
    'Confirms the authenticator app with a code of it: every login needs a second step from now on. Returns new recovery codes.',
  input: v.strictObject({ code: factorCode, ticket: humanTicket }),
  output: recoveryCodes,
  errors: ['proof_required', 'incorrect_code', ...HUMAN_CHECK_ERRORS],
})

export const removeTotp = endpoint({
  method: 'POST',
  path: '/v1/user/factors/totp/remove',
  access: 'signed-in',
  underDefaultPassword: 'never',
  summary:
    'Removes the authenticator app and the recovery codes, after reauthentication. 20102 if an operator demands a second factor.',
  input: v.strictObject({}),
  errors: ['proof_required'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v1/user/factors/recovery',
  access: 'signed-in',
  underDefaultPassword: 'never',
  summary: 'Replaces the recovery codes by ten new ones, after reauthentication.',
  input: v.strictObject({}),
  output: recoveryCodes,
  errors: ['proof_required'],
})

export const forgetBrowsers = endpoint({
  method: 'POST',
  path: '/v1/user/factors/forget',
  access: 'signed-in',
  summary: 'Every browser needs the second step again at its next login.',
  input: v.strictObject({}),
})
