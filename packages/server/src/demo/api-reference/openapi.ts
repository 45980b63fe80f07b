/** The contract as an OpenAPI 3.1 document. */
import type { Access } from '@kerf/contract/endpoint'
import { APP_HEADERS, IDEMPOTENCY_HEADER, LANGUAGE_HEADER, TOKEN_HEADER } from '@kerf/contract/headers'
import { PASSPORT_VERSION } from '@kerf/contract/limits'
import type { JsonSchema } from '@valibot/to-json-schema'
import {
  accessText,
  type Call,
  type CallError,
  commonErrors,
  IDEMPOTENT_TEXT,
  listCalls,
  listErrors,
} from './calls.ts'

type Json = Readonly<Record<string, unknown>>

const envelope = (data: JsonSchema | Json): Json => ({
  type: 'object',
  required: ['code', 'data', 'msg', 'requestId'],
  properties: {
    code: { type: 'integer' },
    data,
    msg: { type: 'string' },
    requestId: { type: 'string' },
  },
})

const json = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

/** OpenAPI knows one answer a status: codes that share one are told together. */
function refusals(errors: readonly CallError[]): Json {
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        json(group.map(({ code, key, en }) => `${code} ${key}: ${en}`).join('\n\n'), {
          allOf: [
            { $ref: '#/components/schemas/Refusal' },
            { properties: { code: { enum: group.map(({ code }) => code) } } },
          ],
        }),
      ]),
  )
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = (input: JsonSchema): Json[] =>
  Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }))

const BASIC = 'basic'
const TOKEN: readonly Json[] = [{ [TOKEN_HEADER]: [] }]

/** What a call of each kind must show. */
const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  anyone: [],
  'signed-in': TOKEN,
  personal: TOKEN,
  business: TOKEN,
  app: [{ [BASIC]: [] }],
}

function operation(call: Call): Json {
  const { input, inQuery } = call
  const headers = [LANGUAGE_HEADER, ...(call.base === 'passport' ? Object.values(APP_HEADERS) : [])]
  return {
    operationId: call.name,
    summary: call.summary,
    description: `Access: ${accessText(call)}`,
    security: SECURITY[call.access],
    parameters: [
      ...pathParameters(call.path),
      ...(call.idempotent ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_HEADER}` }] : []),
      ...headers.map(name => ({ $ref: `#/components/parameters/${name}` })),
      ...(inQuery && input ? queryParameters(input) : []),
    ],
    ...(!inQuery && input
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : {}),
    ...(call.file
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(call.file.types.map(type => [type, {}])),
          },
        }
      : {}),
    responses: {
      '200': call.produces
        ? { description: 'The file.', content: { [call.produces]: {} } }
        : json('Success: `code` is 0.', envelope(call.output)),
      ...refusals([...commonErrors(), ...call.errors]),
    },
  }
}

export function openApiDocument(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const call of listCalls()) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerf Passport',
      version: PASSPORT_VERSION,
      description: 'Every answer is an envelope; `code` 0 is success, others are of the error catalogue.',
    },
    paths,
    components: {
      securitySchemes: {
        [TOKEN_HEADER]: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
        [BASIC]: { type: 'http', scheme: 'basic' },
      },
      parameters: {
        [LANGUAGE_HEADER]: header(LANGUAGE_HEADER, 'Language of texts: zh and zh-CN mean zh, others en.'),
        [IDEMPOTENCY_HEADER]: header(IDEMPOTENCY_HEADER, IDEMPOTENT_TEXT),
        ...Object.fromEntries(
          Object.values(APP_HEADERS).map(name => [name, header(name, 'What calls, as a label.')]),
        ),
      },
      schemas: {
        Refusal: envelope({
          type: 'object',
          properties: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
        }),
      },
    },
    'x-error-catalogue': listErrors(),
  }
}
