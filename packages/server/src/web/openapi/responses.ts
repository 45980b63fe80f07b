/** Responses of the document: the envelope of a success, and one response for each status of errors. */
import type { ErrorName } from '@kerf/contract/errors'
import { type Call, type CallError, errorOf } from './calls.ts'

export type Json = Readonly<Record<string, unknown>>

export const envelope = (code: Json, data: Json, msg: Json = { type: 'string' }): Json => ({
  type: 'object',
  required: ['code', 'data', 'msg', 'requestId'],
  properties: {
    code,
    data,
    msg,
    requestId: {
      type: 'string',
      description: 'Names the request in the logs; also the header X-Request-Id.',
    },
  },
})

export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': { description: 'Names the request in the logs.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds until a further attempt is of use.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'The scheme of the credentials (RFC 9110, section 11.6.1).',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'The methods that the path accepts (RFC 9110, section 10.2.1).',
    schema: { type: 'string' },
  },
}

export const ERROR_SCHEMA: Json = {
  ...envelope(
    { type: 'integer', minimum: 1, description: 'See the error catalog.' },
    {
      type: 'object',
      properties: {
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'What is wrong with single fields, by name: `required`, `too_long`, `invalid` …',
        },
      },
    },
    { type: 'string', description: 'For people and logs, in the language of the call. It may change.' },
  ),
  description: 'Compare `code`, never `msg`.',
}

/** Headers that an answer of one of these errors has. */
function headersOf(status: number, keys: readonly string[]): Json {
  const ref = (name: string, required: boolean): Json => ({
    ...HEADERS[name],
    ...(required && { required }),
  })
  return {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ...(status === 429 && { 'Retry-After': ref('Retry-After', true) }),
    ...(status === 503 && { 'Retry-After': ref('Retry-After', false) }),
    ...(keys.includes('invalid_client') && { 'WWW-Authenticate': ref('WWW-Authenticate', true) }),
    ...(status === 405 && { Allow: ref('Allow', true) }),
  }
}

const errorResponse = (status: number, errors: readonly CallError[]): Json => ({
  description: errors.map(({ code, key, en }) => `${code} ${key}: ${en}`).join('\n\n'),
  headers: headersOf(
    status,
    errors.map(({ key }) => key),
  ),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Error' },
          { properties: { code: { enum: errors.map(({ code }) => code) } } },
        ],
      },
      examples: Object.fromEntries(
        errors.map(({ code, key, en, zh }) => [
          key,
          { summary: zh, value: { code, data: {}, msg: en, requestId: 'mKp6Aj2W-2j' } },
        ]),
      ),
    },
  },
})

const withStatus = (key: ErrorName, status: number): CallError => ({ ...errorOf(key), status })

/** Errors of the transport, which depend on the request more than on the call. */
const transportErrors = ({ path, inQuery, input }: Pick<Call, 'path' | 'inQuery' | 'input'>): CallError[] => [
  ...(path.includes(':') ? [errorOf('not_found')] : []),
  ...(path.includes(':') || (inQuery && input) ? [withStatus('bad_request', 414)] : []),
  withStatus('bad_request', 431),
  withStatus('system', 500),
]

/** `NotFoundOrIpBan404`: an identifier in every language, for generators of clients. */
const responseName = (errors: readonly CallError[], status: number): string => {
  const names = errors.map(({ key }) => key.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase()))
  return `${names.join('Or')}${status}`
}

/** Collects responses as components, because most calls share them. */
export function createErrorResponses() {
  const components: Record<string, Json> = {}
  const refer = (errors: readonly CallError[]): Json =>
    Object.fromEntries(
      [...Map.groupBy(errors, ({ status }) => status)]
        .sort(([a], [b]) => a - b)
        .map(([status, group]) => {
          const unique = [...new Map(group.map(error => [error.code, error])).values()].sort(
            (a, b) => a.code - b.code,
          )
          const name = responseName(unique, status)
          components[name] ??= errorResponse(status, unique)
          return [String(status), { $ref: `#/components/responses/${name}` }]
        }),
    )
  return {
    components,
    ofCall: (call: Call): Json => refer([...call.commonErrors, ...call.errors, ...transportErrors(call)]),
    ofNames: (...names: readonly ErrorName[]): Json =>
      refer([...names.map(errorOf), ...transportErrors({ path: ':', inQuery: true, input: undefined })]),
  }
}

export type ErrorResponses = ReturnType<typeof createErrorResponses>
