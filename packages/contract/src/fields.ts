/** Schemas of single values that cross the wire. Their messages are keys of `field-errors.ts`. */
import * as v from 'valibot'
import { EMAIL_ADDRESS } from './email-address.ts'
import { LANGUAGES } from './language.ts'
import { PASSWORD_MAX_BYTES, VERIFICATION_CODE_DIGITS } from './limits.ts'

/**
 * JSON Schema of a text that is trimmed. It judges the text as it is sent, so that white space around the value is part of the
 * pattern, and the length of the value too.
 */
export const trimmed = (value: string, ...examples: string[]) =>
  v.metadata<string, Readonly<Record<string, unknown>>>({
    pattern: `^\\s*${value}\\s*$`,
    minLength: undefined,
    maxLength: undefined,
    examples,
  })

export const email = v.pipe(
  v.string('email_required'),
  v.trim(),
  v.nonEmpty('email_required'),
  v.regex(EMAIL_ADDRESS, 'email_invalid'),
  trimmed(EMAIL_ADDRESS.source.slice(1, -1), 'ada@example.com'),
)

/** An existing password: any string short enough to be hashed. */
export const currentPassword = v.pipe(
  v.string('password_required'),
  v.nonEmpty('password_required'),
  v.maxBytes(PASSWORD_MAX_BYTES, 'password_length'),
)

/** A new password. The server checks its length again, because PASSWORD_MIN and PASSWORD_MAX are configurable. */
export const newPassword = v.pipe(currentPassword)

/** The new password again, from apps whose own form asks for it twice. */
export const passwordConfirmation = v.optional(currentPassword)

export const PASSWORD_CONFIRMATION_RULE = {
  confirmPassword: 'The same as `password`, else `password_inconsistency`.',
} as const

const DIGITS = `\\d{${VERIFICATION_CODE_DIGITS}}`
export const verificationCode = v.pipe(
  v.string('code_required'),
  v.trim(),
  v.nonEmpty('code_required'),
  v.regex(new RegExp(`^${DIGITS}$`), 'code_invalid'),
  trimmed(DIGITS, '123456'),
)

/** A random value issued by the server (token, nonce, ticket): base64url, at most 512 characters. */
export const opaqueToken = v.pipe(
  v.string('required'),
  v.nonEmpty('required'),
  v.maxLength(512, 'invalid'),
  v.regex(/^[\w-]+$/, 'invalid'),
)

/** What proves a mailbox: the code that was mailed, with the nonce that it was requested by. */
export const codeFields = { captcha: verificationCode, nonce: opaqueToken }

/** Of the human check. Sent when the call was answered with `human_verification_required`. */
export const humanTicket = v.optional(v.pipe(opaqueToken, v.maxLength(100, 'invalid')))

/** An enterprise account ID as typed. */
export const enterpriseAccount = v.pipe(
  v.string('account_required'),
  v.trim(),
  v.nonEmpty('account_required'),
  v.maxCodePoints(64, 'too_long'),
  v.regex(/^\P{C}*$/u, 'invalid'),
  trimmed('(?=\\S)\\P{C}{1,64}', 'shop-7'),
)

/** What a call that starts a session answers. */
export const sessionResult = v.object({ utoken: opaqueToken, uid: v.string() })

/** A social login channel. */
export const channel = v.pipe(v.string('required'), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid'))

export const language = v.picklist(LANGUAGES, 'invalid')

/** Seconds since 1970-01-01T00:00Z. A birthday may be negative. */
export const unixSeconds = v.pipe(v.number(), v.integer())

/** A time that a caller sets: in the years 1 to 9999. */
export const givenUnixSeconds = v.pipe(
  v.number('invalid'),
  v.integer('invalid'),
  v.minValue(-62_135_596_800, 'invalid'),
  v.maxValue(253_402_300_799, 'invalid'),
)

/** Page size in a query string: 1 to 100, parsed to a number. */
export const pageLimit = v.pipe(
  v.string(),
  v.regex(/^(?:[1-9]|[1-9]\d|100)$/, 'invalid'),
  v.metadata({ type: 'integer', minimum: 1, maximum: 100, pattern: undefined, examples: [20] }),
  v.transform(Number),
)

const CURSOR_LENGTH_MAX = 500

/**
 * Where a page starts: `next` of the page before, unchanged. Only the server interprets it, and may change its form; cursors
 * of earlier forms stay valid.
 */
export const pageCursor = v.pipe(
  v.string(),
  v.minLength(1, 'invalid'),
  v.maxCodePoints(CURSOR_LENGTH_MAX, 'invalid'),
)

export const pageFields = { cursor: v.optional(pageCursor), limit: v.optional(pageLimit) }

export const SCENES = ['login', 'register', 'findpwd', 'bind', 'delete', 'setpwd', 'verify'] as const
export type Scene = (typeof SCENES)[number]
/** What a verification code is for, if the caller names the mailbox. */
export const publicScene = v.picklist(['login', 'register', 'findpwd', 'bind'], 'invalid')
export type PublicScene = v.InferOutput<typeof publicScene>
/** What a verification code is for, if it is mailed to the logged-in account. */
export const ownScene = v.picklist(['login', 'findpwd', 'delete', 'setpwd', 'verify'], 'invalid')
export type OwnScene = v.InferOutput<typeof ownScene>

/** Value rules of fields that several calls have. */
export const CURSOR_RULE = 'The `next` of a page, unchanged. Opaque: its form may change.'
export const APP_CODE_RULE = 'The code of a brand or of a registered app.'

/** Agreement to terms and privacy policy, never by default. */
export const agreement = v.literal(true, 'agreement_required')

/**
 * `true`: the person has agreed in the form, and the agreement is stored. `ask`: where the account has not agreed to the present
 * documents, the call fails with `agreement_required` and no session starts. Hosts with forms of their own omit it.
 */
export const signInAgreement = v.optional(v.union([agreement, v.literal('ask')], 'agreement_required'))
export type SignInAgreement = v.InferOutput<typeof signInAgreement>
