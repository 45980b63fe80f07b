/** Description of an endpoint, used by server, client and API reference. */

import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import * as v from 'valibot'
import type { ErrorName } from './errors.ts'

/**
 * The callers that have access:
 * `anyone`: no token needed, a token is ignored; `signed-in`: either kind of account;
 * `personal`, `business`: that kind only, otherwise `authority`;
 * `app`: the server of a registered app, by client id and secret.
 */
export type Access = 'anyone' | 'signed-in' | 'personal' | 'enterprise' | 'app'

/** `passport` calls carry the app headers; `other` calls only utoken, lang and the content type. */
export type Base = 'passport' | 'other'

export interface Endpoint<
  I extends GenericSchema | undefined = GenericSchema | undefined,
  O extends GenericSchema = GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Full path on the server, with parameters as `:name`. */
  readonly path: string
  /** Pattern of the parameter at the end of the path: any other value is another path. Absent: any value. */
  readonly lastParameter?: string
  readonly access: Access
  readonly base: Base
  readonly summary: string
  /** JSON body of POST, PATCH and DELETE, query of GET. Unknown fields are rejected. */
  readonly input: I
  /** for a write whose input is in the query string */
  readonly inputIn?: 'query'
  /** for a GET that ignores the token cookie, so that a link cannot download the file */
  readonly tokenIn?: 'header'
  /** media type if the answer is a file instead of an envelope; `output` is then unused */
  readonly produces?: string
  /** for a call whose body is a file: accepted media types and maximum bytes; `input` is then undefined */
  readonly fileBody?: { readonly types: readonly string[]; readonly max: number }
  readonly output: O
  /** Rules that a schema cannot express, by field. A value that breaks one is refused by `bad_request` with this field. */
  readonly valueRules?: Readonly<Record<string, string>>
  /** accepts an Idempotency-Key: a repeat with the same key within 24 h gets the first answer */
  readonly idempotent?: true
  /**
   * While an enterprise account has its default password (S-084): `always` is allowed even when the change can no longer
   * be postponed, `never` is rejected from the first day. Absent: allowed while the change can be postponed.
   */
  readonly underDefaultPassword?: 'always' | 'never'
  /** Errors of this call in addition to `commonErrors`. */
  readonly errors: readonly ErrorName[]
}

const NO_DATA = v.object({})

type Defaulted = 'base' | 'input' | 'output' | 'errors'
type Description<I extends GenericSchema | undefined, O extends GenericSchema> = Omit<
  Endpoint<I, O>,
  Defaulted
> &
  Partial<Pick<Endpoint<I, O>, Defaulted>>

/**
 * Describes a call. Without `base` it is a `passport` call, without `input` it takes none (`strictObject({})` takes an
 * empty one), without `output` it answers an empty object, without `errors` it has the common ones only.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const I extends GenericSchema | undefined = undefined,
  const O extends GenericSchema = typeof NO_DATA,
>(description: Description<I, O>): Endpoint<I, O> {
  const defaults = { base: 'passport', input: undefined, output: NO_DATA, errors: [] } as const
  // I and O are the types of the defaults where the description has no input or output.
  return { ...defaults, ...description } as unknown as Endpoint<I, O>
}

export type InputOf<E> =
  E extends Endpoint<infer I, GenericSchema> ? (I extends GenericSchema ? InferInput<I> : undefined) : never
export type ParsedInputOf<E> =
  E extends Endpoint<infer I, GenericSchema> ? (I extends GenericSchema ? InferOutput<I> : undefined) : never
export type OutputOf<E> = E extends Endpoint<GenericSchema | undefined, infer O> ? InferOutput<O> : never

/** Errors that a call may return in addition to its own. An app has no session that could expire. */
export const commonErrors = ({
  access,
  method,
  fileBody,
}: Pick<Endpoint, 'access' | 'method' | 'fileBody'>): readonly ErrorName[] => [
  'bad_request',
  // A call whose body is a file has errors of its own for both.
  ...(method === 'GET' || fileBody ? [] : (['body_too_large', 'unsupported_media'] as const)),
  access === 'app' ? 'invalid_client' : 'expired_login',
  'authority',
  'ip_ban',
  'too_many_requests',
  'system',
]

/** Errors of a call that may need a human check, in addition to its own. */
export const HUMAN_CHECK_ERRORS = [
  'human_verification_required',
  'human_verification_failed',
  'expired',
] as const satisfies readonly ErrorName[]

/** Errors of a call that takes a verification code, in addition to its own. */
export const VERIFICATION_CODE_ERRORS = [
  'incorrect_code',
  'code_expired',
  ...HUMAN_CHECK_ERRORS,
] as const satisfies readonly ErrorName[]

/** Errors of a call that signs in to an existing account, in addition to its own. */
export const SIGN_IN_ERRORS = [
  'account_ban',
  'second_factor_required',
  'agreement_required',
] as const satisfies readonly ErrorName[]

/** Errors of a call that sets a password, in addition to its own. */
export const NEW_PASSWORD_ERRORS = [
  'password_inconsistency',
  'password_too_common',
] as const satisfies readonly ErrorName[]

/** Whether the input is in the query string. */
export const isInQuery = ({ method, inputIn }: Pick<Endpoint, 'method' | 'inputIn'>): boolean =>
  method === 'GET' || inputIn === 'query'
