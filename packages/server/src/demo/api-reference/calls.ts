/** Every call of the contract, in the form that the OpenAPI document and the Markdown reference are generated from. */
import { type Access, commonErrors, type Endpoint, isInQuery } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints'
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { type JsonSchema, type OverrideActionContext, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

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
  readonly valueRules: Readonly<Record<string, string>>
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
  'signed-in': 'a signed-in account of either kind',
  personal: 'a signed-in personal account',
  business: 'a signed-in enterprise account',
}

const DEFAULT_PASSWORD_TEXTS = {
  always: ' Also allowed while an enterprise account has to replace its default password.',
  never: ' Not allowed with the default password of an enterprise account.',
} as const

/** Who may call, in one or two sentences. */
export const accessText = ({ access, underDefaultPassword }: Call): string =>
  `${ACCESS_TEXTS[access]}.${underDefaultPassword ? DEFAULT_PASSWORD_TEXTS[underDefaultPassword] : ''}`

export const IDEMPOTENT_TEXT =
  'With an Idempotency-Key (1 to 128 visible characters), a repeated call within 24 h returns the first answer.'

export const fileText = ({ types, max }: NonNullable<Call['file']>): string =>
  `${types.join(', ')}; at most ${max / 1024 / 1024} MB`

/** Actions that the converter does not know. JSON Schema counts a text in code points and reads a pattern in Unicode mode. */
function overrideAction({
  valibotAction,
  jsonSchema,
  errors,
}: OverrideActionContext): JsonSchema | undefined {
  const action = valibotAction as { readonly type: string; readonly requirement?: unknown }
  // The text that is sent is described by the metadata of the field.
  if (action.type === 'trim') return jsonSchema
  if (action.type === 'max_code_points') return { ...jsonSchema, maxLength: action.requirement as number }
  if (action.type === 'max_bytes')
    return {
      ...jsonSchema,
      maxLength: action.requirement as number,
      'x-max-bytes': action.requirement,
    } as JsonSchema
  const isUnicode = errors?.length === 1 && (action.requirement as RegExp).flags === 'u'
  return action.type === 'regex' && isUnicode ? jsonSchema : undefined
}

/** Throws for a check that JSON Schema cannot express: such a check is a value rule of the endpoint. */
const schemaOf = (schema: GenericSchema): JsonSchema => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    overrideAction,
  })
  return rest
}

export function errorOf(key: ErrorName): CallError {
  const { code, status, action } = ERRORS[key]
  const text = ERROR_TEXTS[key]
  return { code, status, key, action, en: text({}, { locale: 'en' }), zh: text({}, { locale: 'zh' }) }
}

export const listErrors = (): CallError[] =>
  (Object.keys(ERRORS) as ErrorName[]).map(errorOf).sort((a, b) => a.code - b.code)

export const listCalls = (): Call[] =>
  Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>).map(([name, endpoint]) => ({
    name,
    method: endpoint.method,
    path: endpoint.path,
    access: endpoint.access,
    base: endpoint.base,
    summary: endpoint.summary,
    input: endpoint.input && schemaOf(endpoint.input),
    inQuery: isInQuery(endpoint),
    file: endpoint.fileBody,
    output: schemaOf(endpoint.output),
    valueRules: endpoint.valueRules ?? {},
    idempotent: endpoint.idempotent ?? false,
    produces: endpoint.produces,
    underDefaultPassword: endpoint.underDefaultPassword,
    errors: endpoint.errors.map(errorOf).sort((a, b) => a.code - b.code),
    commonErrors: commonErrors(endpoint).map(errorOf),
  }))

export interface Field {
  /** dotted path; `[]` marks the items of a list */
  readonly path: string
  readonly type: string
  readonly required: boolean
}

const typeOf = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map(one => typeOf(one as JsonSchema)).join(' | ')
  const { minLength, maxLength } = schema
  const limits = [
    minLength === 1 ? 'not empty' : minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter(Boolean)
  const name = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return [name, ...limits].join(', ')
}

/** The fields of a schema, one line each, nested ones after their parent. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return fieldsOf(schema.items as JsonSchema, `${prefix}[]`)
  const nested = (schema.anyOf ?? []).find(one => (one as JsonSchema).type === 'object') as
    | JsonSchema
    | undefined
  const { properties, required = [] } = nested ?? schema
  return Object.entries(properties ?? {}).flatMap(([name, value]) => {
    const child = value as JsonSchema
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [{ path, type: typeOf(child), required: required.includes(name) }, ...fieldsOf(child, path)]
  })
}
