/** Accounts and codes for tests, by the way people get them or straight into the database. */
import { randomBytes } from 'node:crypto'
import { register, type sessionResult } from '@kerf/contract/endpoints/login'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import type { Scene } from '@kerf/contract/fields'
import type { InferOutput } from 'valibot'
import { hashPassword } from '../../src/identity/login/password-hash.ts'
import type { Answer } from './api-call.ts'
import type { TestServer } from './test-server.ts'

export const PASSWORD = 'cut-along-77'

export const newEmail = (name = 'ada'): string => `${name}-${randomBytes(6).toString('hex')}@example.com`

let stored: Promise<string> | undefined
/** The stored form of PASSWORD, made once a file. */
const storedPassword = (): Promise<string> => {
  stored ??= hashPassword(PASSWORD)
  return stored
}

export interface Person {
  readonly uid: string
  readonly email: string
  readonly password: string
}

export interface PersonOptions {
  readonly email?: string
  readonly status?: 'active' | 'restricted' | 'banned'
  /** false: signs in by code or other ways only */
  readonly hasPassword?: boolean
}

/** A personal account, written straight into the database. */
export async function seedPerson(server: TestServer, options: PersonOptions = {}): Promise<Person> {
  const { email = newEmail(), status = 'active', hasPassword = true } = options
  const uid = crypto.randomUUID()
  const hash = hasPassword ? await storedPassword() : null
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

/** An enterprise account, written straight into the database. */
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
    await storedPassword(),
    defaultPassword,
  )
  return { uid, email, account, password: PASSWORD }
}

export interface MailedCode {
  readonly nonce: string
  readonly captcha: string
}

/** Asks for a nonce and a code and reads the code from the mail. */
export async function requestCode(server: TestServer, email: string, scene: Scene): Promise<MailedCode> {
  const named = await server.call(verifyEmail, { email, scene })
  const { nonce } = named.data
  const sent = await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })
  if (sent.code !== 0) throw new Error(`no code for scene ${scene}: ${named.text} ${sent.text}`)
  return { nonce, captcha: await server.waitForCode(email) }
}

/** Lets the 60 s between two codes pass. */
export const skipCodeInterval = (server: TestServer): Promise<unknown> =>
  server.sql(`update verification_gate set sent_at = sent_at - interval '61 seconds'`)

/** A code that is not the given one. */
export const wrongCode = ({ captcha }: Pick<MailedCode, 'captcha'>, distance = 1): string =>
  String((Number(captcha) + distance) % 1_000_000).padStart(6, '0')

/** Signs up by the whole path. */
export async function signUp(
  server: TestServer,
  email = newEmail(),
): Promise<Answer<InferOutput<typeof sessionResult>>> {
  const code = await requestCode(server, email, 'register')
  return server.call(register, { email, password: PASSWORD, ...code, agreement: true })
}

/** `name=value` of the cookie a Set-Cookie list sets. */
export function cookieOf(answer: Pick<Answer<unknown>, 'cookies'>, name: string): string {
  const line = answer.cookies.find(one => one.startsWith(`${name}=`)) ?? ''
  return line.split(';')[0] ?? ''
}
