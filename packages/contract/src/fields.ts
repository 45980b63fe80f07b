/** Schemas of the single values that cross the wire; messages are keys of `fault-keys.ts`. */
import * as v from 'valibot'
import { isEmailAddress } from './email-address.ts'
import { PASSWORD_MAX_BYTES, VERIFICATION_CODE_DIGITS } from './limits.ts'

export const email = v.pipe(
  v.string('email_required'),
  v.trim(),
  v.nonEmpty('email_required'),
  v.check(isEmailAddress, 'email_invalid'),
)

const utf8Length = (value: string): number => new TextEncoder().encode(value).length

/** A password that already exists: any string that may be worth hashing. */
export const currentPassword = v.pipe(
  v.string('password_required'),
  v.nonEmpty('password_required'),
  v.check(value => utf8Length(value) <= PASSWORD_MAX_BYTES, 'password_length'),
)

/** A password being chosen: its length in code points is the server's policy, checked there (PASSWORD_MIN, PASSWORD_MAX). */
export const newPassword = currentPassword

export const verificationCode = v.pipe(
  v.string('code_required'),
  v.trim(),
  v.nonEmpty('code_required'),
  v.regex(new RegExp(`^\\d{${VERIFICATION_CODE_DIGITS}}$`), 'code_invalid'),
)

/** An opaque random value of ours (token, nonce, ticket): base64url, never longer than 512. */
export const opaqueToken = v.pipe(
  v.string('required'),
  v.nonEmpty('required'),
  v.maxLength(512, 'invalid'),
  v.regex(/^[\w-]+$/, 'invalid'),
)

/** An enterprise account ID as typed. */
export const enterpriseAccount = v.pipe(
  v.string('account_required'),
  v.trim(),
  v.nonEmpty('account_required'),
  v.maxLength(64, 'too_long'),
  v.regex(/^\P{C}*$/u, 'invalid'),
)

/** A channel of social sign-in. */
export const channel = v.pipe(v.string('required'), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid'))

export const language = v.picklist(['en', 'zh'], 'invalid')

/** Seconds since 1970, may be negative for a birthday. */
export const unixSeconds = v.pipe(v.number(), v.integer())

export const SCENES = ['login', 'register', 'findpwd', 'bind', 'delete', 'setpwd', 'verify'] as const
export type Scene = (typeof SCENES)[number]
export const scene = v.picklist(SCENES, 'invalid')
