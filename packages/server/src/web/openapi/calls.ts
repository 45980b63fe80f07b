/** Every call of the contract, in the form that the OpenAPI document and docs/api.md are generated from. */
import { type Access, commonErrors, type Endpoint, isInQuery } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import type { JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { toSchema } from './json-schema.ts'

export interface CallError {
  readonly code: ErrorCode
  readonly status: number
  readonly key: string
  readonly action: string
  readonly en: string
  readonly zh: string
}

export interface Call {
  /** name in the contract */
  readonly name: string
  readonly method: Endpoint['method']
  readonly path: string
  readonly access: Access
  readonly base: Endpoint['base']
  readonly summary: string
  readonly input: JsonSchema | undefined
  /** the input is sent in the query string */
  readonly inQuery: boolean
  /** set if the body is a file */
  readonly file: { readonly types: readonly string[]; readonly max: number } | undefined
  readonly output: JsonSchema
  /** rules that the schema cannot express, by field */
  readonly valueRules: Readonly<Record<string, string>>
  /** accepts the token in the cookie, too */
  readonly acceptsCookie: boolean
  /** accepts an Idempotency-Key */
  readonly idempotent: boolean
  /** media type if the response is a file */
  readonly produces: string | undefined
  /** exception from the rule for enterprise accounts that still have their default password */
  readonly underDefaultPassword: Endpoint['underDefaultPassword']
  /** errors of this call, without the common errors */
  readonly errors: readonly CallError[]
  /** errors that it shares with other calls of its access and method */
  readonly commonErrors: readonly CallError[]
}

const ACCESS_TEXTS: Readonly<Record<Access, string>> = {
  app: "a registered app's server, by client id and secret (Basic authentication)",
  anyone: 'anyone; a token is ignored',
  'signed-in': 'a logged-in account of either kind',
  personal: 'a logged-in personal account',
  enterprise: 'a logged-in enterprise account',
}

const DEFAULT_PASSWORD_TEXTS = {
  always: ' Also allowed while an enterprise account has to replace its default password.',
  never: ' Not allowed with the default password of an enterprise account.',
} as const

/** The callers that have access, in one or two sentences. */
export const accessText = ({ access, underDefaultPassword }: Call): string =>
  `${ACCESS_TEXTS[access]}.${underDefaultPassword ? DEFAULT_PASSWORD_TEXTS[underDefaultPassword] : ''}`

export const IDEMPOTENT_TEXT =
  'With an Idempotency-Key (1 to 128 visible characters), a repeated call within 24 h returns the first answer.'

export const fileText = ({ types, max }: NonNullable<Call['file']>): string =>
  `${types.join(', ')}; at most ${max / 1024 / 1024} MB`

export function errorOf(key: ErrorName): CallError {
  const { code, status, action } = ERRORS[key]
  const text = ERROR_TEXTS[key]
  return { code, status, key, action, en: text({}, { locale: 'en' }), zh: text({}, { locale: 'zh' }) }
}

export const listErrors = (): CallError[] =>
  (Object.keys(ERRORS) as ErrorName[]).map(errorOf).sort((a, b) => a.code - b.code)

/** `named`: see `toSchema`. */
export const listCalls = (named?: Readonly<Record<string, GenericSchema>>): Call[] =>
  Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>).map(([name, endpoint]) => ({
    name,
    method: endpoint.method,
    path: endpoint.path,
    access: endpoint.access,
    base: endpoint.base,
    summary: endpoint.summary,
    input: endpoint.input && toSchema(endpoint.input, named),
    inQuery: isInQuery(endpoint),
    file: endpoint.fileBody,
    output: toSchema(endpoint.output, named),
    valueRules: endpoint.valueRules ?? {},
    acceptsCookie: endpoint.method === 'GET' && endpoint.tokenIn !== 'header',
    idempotent: endpoint.idempotent ?? false,
    produces: endpoint.produces,
    underDefaultPassword: endpoint.underDefaultPassword,
    errors: endpoint.errors.map(errorOf).sort((a, b) => a.code - b.code),
    commonErrors: commonErrors(endpoint).map(errorOf),
  }))
