/** What an endpoint is: the one description that server, client and documentation hang on. */
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorName } from './errors.ts'

/**
 * Who may call:
 * `anyone`: no token wanted, one that is sent is ignored; `signed-in`: either kind of account;
 * `personal`, `business`: that kind only, else `authority`.
 * `app`: a registered app's server, by client id and secret, no person.
 */
export type Access = 'anyone' | 'signed-in' | 'personal' | 'business' | 'app'

/** `passport` calls carry the app headers; `other` ones only utoken, lang and JSON type (decisions 5). */
export type Base = 'passport' | 'other'

export interface Endpoint<
  I extends GenericSchema | undefined = GenericSchema | undefined,
  O extends GenericSchema = GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Full path as it lies on the server, parameters as `:name`. */
  readonly path: string
  readonly access: Access
  readonly base: Base
  readonly summary: string
  /** JSON body of POST and PATCH, query of GET. Unknown fields are refused. */
  readonly input: I
  /** a write whose input the specification puts in the query */
  readonly inputIn?: 'query'
  /** a reading call that takes no token from the cookie: its answer is a file that no link may fetch */
  readonly tokenIn?: 'header'
  /** media type of a success that is a file and no envelope; `output` then says nothing */
  readonly produces?: string
  /** for a call whose body is a file: accepted media types and the most bytes; `input` is then undefined */
  readonly fileBody?: { readonly types: readonly string[]; readonly max: number }
  readonly output: O
  /** takes an Idempotency-Key: repeated under the same one within 24 h, it answers as it did first */
  readonly idempotent?: true
  /**
   * While an enterprise account still has its default password (S-084): `always` may be called even when the change can no
   * longer be put off, `never` is refused from the first day. Absent: allowed while it can be put off.
   */
  readonly underDefaultPassword?: 'always' | 'never'
  /** Errors this call may answer besides `COMMON_ERRORS`. */
  readonly errors: readonly ErrorName[]
}

export function endpoint<const I extends GenericSchema | undefined, const O extends GenericSchema>(
  description: Endpoint<I, O>,
): Endpoint<I, O> {
  return description
}

export type InputOf<E> =
  E extends Endpoint<infer I, GenericSchema> ? (I extends GenericSchema ? InferInput<I> : undefined) : never
export type ParsedInputOf<E> =
  E extends Endpoint<infer I, GenericSchema> ? (I extends GenericSchema ? InferOutput<I> : undefined) : never
export type OutputOf<E> = E extends Endpoint<GenericSchema | undefined, infer O> ? InferOutput<O> : never

/** Errors that any call may answer. */
export const COMMON_ERRORS = [
  'bad_request',
  'expired_login',
  'authority',
  'ip_ban',
  'too_many_requests',
  'system',
] as const satisfies readonly ErrorName[]

/** Whether the input stands in the address. */
export const isInQuery = ({ method, inputIn }: Pick<Endpoint, 'method' | 'inputIn'>): boolean =>
  method === 'GET' || inputIn === 'query'
