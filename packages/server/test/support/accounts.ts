/** Accounts and verification codes for tests: by the public API, or inserted into the database. */
import { randomBytes } from 'node:crypto'
import { register } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import type { Scene, sessionResult } from '@kerf/contract/fields'
import type { InferOutput } from 'valibot'
import { hashPassword } from '../../src/identity/password/password-hash.ts'
import type { Answer, CallOptions } from './api-call.ts'
import type { TestServer } from './test-server.ts'

export const PASSWORD = 'cut-along-77'

export const newEmail = (name = 'ada'): string => `${name}-${randomBytes(6).toString('hex')}@example.com`

let passwordHash: Promise<string> | undefined
/** The hash of PASSWORD, computed once per test file. */
const hashTestPassword = (): Promise<string> => {
  passwordHash ??= hashPassword(PASSWORD)
  return passwordHash
}

export interface Person {
  readonly uid: string
  readonly email: string
  readonly password: string
}

export interface PersonOptions {
  readonly email?: string
  readonly status?: 'active' | 'restricted' | 'banned'
  /** false: the account signs in by code or by a provider only */
  readonly hasPassword?: boolean
}

/** Inserts a personal account into the database. */
export async function seedPerson(server: TestServer, options: PersonOptions = {}): Promise<Person> {
  const { email = newEmail(), status = 'active', hasPassword = true } = options
  const uid = crypto.randomUUID()
  const hash = hasPassword ? await hashTestPassword() : null
  await server.sql(
    `with claimed as (insert into sign_in_identifier (kind, value, uid) values ('email', lower($2), $1))
     insert into account (uid, kind, status, email, email_verified_at, password_hash)
     values ($1, 'personal', $3, $2, now(), $4)`,
    uid,
    email,
    status,
    hash,
  )
  return { uid, email, password: PASSWORD }
}

export interface Business extends Person {
  readonly account: string
}

/** Inserts an enterprise account into the database. */
export async function seedBusiness(
  server: TestServer,
  options: PersonOptions & { readonly defaultPassword?: boolean } = {},
): Promise<Business> {
  const { email = newEmail('office'), status = 'active', defaultPassword = false } = options
  const uid = crypto.randomUUID()
  const account = `Shop-${randomBytes(5).toString('hex')}`
  await server.sql(
    `with claimed as (insert into sign_in_identifier (kind, value, uid) values ('account', lower($3), $1))
     insert into account (uid, kind, status, email, email_verified_at, enterprise_id, user_name, password_hash, default_password)
     values ($1, 'enterprise', $4, $2, now(), $3, 'The Shop', $5, $6)`,
    uid,
    email,
    account,
    status,
    await hashTestPassword(),
    defaultPassword,
  )
  return { uid, email, account, password: PASSWORD }
}

export interface MailedCode {
  readonly nonce: string
  readonly captcha: string
}

/** Requests a nonce and a code, and reads the code from the mail. */
export async function requestCode(
  server: TestServer,
  email: string,
  scene: Scene,
  options: CallOptions = {},
): Promise<MailedCode> {
  const verified = await server.call(verifyEmail, { email, scene }, options)
  const { nonce } = verified.data
  const sent = await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }, options)
  if (sent.code !== 0) throw new Error(`no code for scene ${scene}: ${verified.text} ${sent.text}`)
  return { nonce, captcha: await server.waitForCode(email) }
}

/** Makes the 60 seconds between two codes elapse. */
export const skipCodeInterval = (server: TestServer): Promise<unknown> =>
  server.sql(`update verification_gate set sent_at = sent_at - interval '61 seconds'`)

/** Returns a code that differs from the given one. */
export const wrongCode = ({ captcha }: Pick<MailedCode, 'captcha'>, distance = 1): string =>
  String((Number(captcha) + distance) % 1_000_000).padStart(6, '0')

/** Signs up as a person does: nonce, mailed code, registration. */
export async function signUp(
  server: TestServer,
  email = newEmail(),
): Promise<Answer<InferOutput<typeof sessionResult>>> {
  const code = await requestCode(server, email, 'register')
  return server.call(register, { email, password: PASSWORD, ...code, agreement: true })
}

/** Returns `name=value` of a cookie that the answer sets, or an empty string. */
export function cookieOf(answer: Pick<Answer<unknown>, 'cookies'>, name: string): string {
  const line = answer.cookies.find(header => header.startsWith(`${name}=`)) ?? ''
  return line.split(';')[0] ?? ''
}
