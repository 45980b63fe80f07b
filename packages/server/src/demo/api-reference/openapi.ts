/** The contract as an OpenAPI 3.1 document. */
import type { Access } from '@kerf/contract/endpoint'
import { APP_HEADERS, IDEMPOTENCY_HEADER, LANGUAGE_HEADER, TOKEN_HEADER } from '@kerf/contract/headers'
import { PASSPORT_VERSION } from '@kerf/contract/limits'
import type { JsonSchema } from '@valibot/to-json-schema'
import { accessText, type Call, type CallError, IDEMPOTENT_TEXT, listCalls, listErrors } from './calls.ts'

const ENVELOPE_TEXT =
  'Every answer is an envelope `{code, data, msg, requestId}`. `code` 0 is success; every other code is in the error catalog.'

const errorList = (): string =>
  listErrors()
    .map(({ code, key, status, en, zh }) => `- **${code}** \`${key}\` (HTTP ${status}): ${en} ${zh}`)
    .join('\n')

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

/** OpenAPI has one response per status: error codes with the same status share a response. */
function errorResponses(errors: readonly CallError[]): Json {
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        json(group.map(({ code, key, en }) => `${code} ${key}: ${en}`).join('\n\n'), {
          allOf: [
            { $ref: '#/components/schemas/Error' },
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

/** Credentials that each access level requires. */
const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  anyone: [],
  'signed-in': TOKEN,
  personal: TOKEN,
  business: TOKEN,
  app: [{ [BASIC]: [] }],
}

/** Calls are grouped by the first segment of their path, without the version. */
const tagOf = ({ path }: Call): string => path.replace(/^\/v\d+/, '').split('/')[1] ?? ''

function operation(call: Call): Json {
  const { input, inQuery } = call
  const headers = [LANGUAGE_HEADER, ...(call.base === 'passport' ? Object.values(APP_HEADERS) : [])]
  return {
    operationId: call.name,
    tags: [tagOf(call)],
    summary: call.summary,
    description: `Access: ${accessText(call)}`,
    security: SECURITY[call.access],
    ...(Object.keys(call.valueRules).length > 0 ? { 'x-value-rules': call.valueRules } : {}),
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
      ...errorResponses([...call.commonErrors, ...call.errors]),
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
      description: `${ENVELOPE_TEXT}\n\n## Error catalog\n\n${errorList()}`,
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
          Object.values(APP_HEADERS).map(name => [name, header(name, 'Label of the calling app.')]),
        ),
      },
      schemas: {
        Error: envelope({
          type: 'object',
          properties: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
        }),
      },
    },
    'x-error-catalogue': listErrors(),
  }
}
