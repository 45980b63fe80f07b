/** Schemas of single values that cross the wire. Their messages are keys of `field-errors.ts`. */
import * as v from 'valibot'
import { isEmailAddress } from './email-address.ts'
import { LANGUAGES } from './language.ts'
import { PASSWORD_MAX_BYTES, VERIFICATION_CODE_DIGITS } from './limits.ts'

export const email = v.pipe(
  v.string('email_required'),
  v.trim(),
  v.nonEmpty('email_required'),
  v.check(isEmailAddress, 'email_invalid'),
)

const utf8Length = (value: string): number => new TextEncoder().encode(value).length

/** An existing password: any string short enough to be hashed. */
export const currentPassword = v.pipe(
  v.string('password_required'),
  v.nonEmpty('password_required'),
  v.check(value => utf8Length(value) <= PASSWORD_MAX_BYTES, 'password_length'),
)

/** A new password. The server checks its length in code points, because PASSWORD_MIN and PASSWORD_MAX are configurable. */
export const newPassword = currentPassword

export const verificationCode = v.pipe(
  v.string('code_required'),
  v.trim(),
  v.nonEmpty('code_required'),
  v.regex(new RegExp(`^\\d{${VERIFICATION_CODE_DIGITS}}$`), 'code_invalid'),
)

/** A random value issued by the server (token, nonce, ticket): base64url, at most 512 characters. */
export const opaqueToken = v.pipe(
  v.string('required'),
  v.nonEmpty('required'),
  v.maxLength(512, 'invalid'),
  v.regex(/^[\w-]+$/, 'invalid'),
)

/** Of the human check. Sent when the call was answered with `human_verification_required`. */
export const humanTicket = v.optional(v.pipe(opaqueToken, v.maxLength(100, 'invalid')))

/** An enterprise account ID as typed. */
export const enterpriseAccount = v.pipe(
  v.string('account_required'),
  v.trim(),
  v.nonEmpty('account_required'),
  v.maxLength(64, 'too_long'),
  v.regex(/^\P{C}*$/u, 'invalid'),
)

/** A social sign-in channel. */
export const channel = v.pipe(v.string('required'), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid'))

export const language = v.picklist(LANGUAGES, 'invalid')

/** Seconds since 1970-01-01T00:00Z. A birthday may be negative. */
export const unixSeconds = v.pipe(v.number(), v.integer())

/** Page size in a query string: 1 to 100, parsed to a number. */
export const pageLimit = v.pipe(
  v.string(),
  v.regex(/^(?:[1-9]|[1-9]\d|100)$/, 'invalid'),
  v.transform(Number),
)

/** Cursor that is the decimal id of the last row of the previous page. */
export const numericCursor = v.pipe(v.string(), v.regex(/^\d{1,18}$/, 'invalid'))

/** Cursor whose content only the server interprets. */
export const opaqueCursor = v.pipe(v.string(), v.regex(/^[\w.:-]{1,120}$/, 'invalid'))

export const SCENES = ['login', 'register', 'findpwd', 'bind', 'delete', 'setpwd', 'verify'] as const
export type Scene = (typeof SCENES)[number]
/** What a verification code is for. */
export const scene = v.picklist(SCENES, 'invalid')
