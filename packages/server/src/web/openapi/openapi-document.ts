/** The contract as an OpenAPI 3.1 document: `GET /v1/openapi.json`, and `openapi.json` of `npm run pack`. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import type { Access } from '@kerf/contract/endpoint'
import {
  APP_HEADERS,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  TIME_ZONE_HEADER,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import { PASSPORT_VERSION, PASSWORD_MAX, PASSWORD_MIN } from '@kerf/contract/limits'
import type { JsonSchema } from '@valibot/to-json-schema'
import { accessText, type Call, fileText, IDEMPOTENT_TEXT, listCalls, listErrors } from './calls.ts'
import { NAMED_SCHEMAS, toSchema } from './json-schema.ts'
import { otherPaths } from './other-paths.ts'
import {
  createErrorResponses,
  ERROR_SCHEMA,
  type ErrorResponses,
  envelope,
  HEADERS,
  type Json,
} from './responses.ts'
import { TAGS, tagOf } from './tags.ts'

export interface OpenApiOptions {
  /** origin of the portal */
  readonly server: string
  /** lengths of new passwords, in code points */
  readonly password: { readonly min: number; readonly max: number }
}

/** Options of a document that describes no particular installation. */
export const EXAMPLE_OPTIONS: OpenApiOptions = {
  server: 'https://passport.kerf.example',
  password: { min: PASSWORD_MIN, max: PASSWORD_MAX },
}

const introduction = (): string =>
  [
    'Every answer is JSON: `{code, data, msg, requestId}`. `code` 0 means success; the error catalog below lists all others. Fields, codes and calls may be added, so ignore those that you do not know.',
    'To call as a person, send the token of their session in the header `utoken`; reads also accept the cookie of this name. To call as the server of an app, send its client id and client secret by Basic authentication. Keep both secret: a client secret never reaches a browser.',
    'A field that is missing, unknown or malformed gives 400 with code 20001, and `data.fields` tells what is wrong with each. So does a field that breaks one of the `x-value-rules` of a call, which a schema cannot express. `maxLength` counts code points and `x-max-bytes` bytes in UTF-8; patterns are ECMAScript in Unicode mode.',
    'An unknown path gives 404 with code 20002, a wrong method 405 with code 20003 and the header `Allow`. HEAD works like GET, or gives 405. A request that is not HTTP gives 400, one that takes too long 408, and both close the connection.',
    '## Error catalog',
    listErrors()
      .map(({ code, key, status, en, zh }) => `- **${code}** \`${key}\` (HTTP ${status}): ${en} ${zh}`)
      .join('\n'),
  ].join('\n\n')

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name ?? '']?.text,
    // Longer ones are not found.
    schema: { type: 'string', minLength: 1, maxLength: 256, examples: PATH_PARAMETERS[name ?? '']?.examples },
  }))

const PATH_PARAMETERS: Readonly<Record<string, { readonly text: string; readonly examples: string[] }>> = {
  id: { text: 'Country, ISO 3166-1 alpha-2.', examples: ['DE'] },
  channel: { text: 'Channel of social login.', examples: ['google'] },
  machine: { text: 'Public id of a machine.', examples: ['m_Vv9Qm1c0RkS0c2b5t1o2Vw'] },
  invitation: { text: 'Id of an invitation.', examples: ['i_4f1c0RkS'] },
  handle: { text: 'A person of a machine.', examples: ['p_1'] },
  number: { text: 'Number of a certificate.', examples: ['KL-2026-000001'] },
}

const queryParameters = (input: JsonSchema): Json[] =>
  Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }))

const BASIC = 'basic'
const COOKIE = 'cookie'

/** Credentials that each access level requires. */
const CREDENTIALS: Readonly<Record<Access, readonly string[]>> = {
  anyone: [],
  'signed-in': [TOKEN_HEADER],
  personal: [TOKEN_HEADER],
  enterprise: [TOKEN_HEADER],
  app: [BASIC],
}

function securityOf({ access, acceptsCookie }: Call): Json[] {
  const schemes = CREDENTIALS[access]
  return [...schemes, ...(schemes.includes(TOKEN_HEADER) && acceptsCookie ? [COOKIE] : [])].map(name => ({
    [name]: [],
  }))
}

function requestBody({ input, inQuery, file }: Call): Json {
  if (file)
    return {
      requestBody: {
        required: true,
        description: `The file: ${fileText(file)}.`,
        content: Object.fromEntries(file.types.map(type => [type, {}])),
      },
    }
  if (inQuery || !input) return {}
  const required = input.anyOf !== undefined || (input.required ?? []).length > 0
  return { requestBody: { required, content: { 'application/json': { schema: input } } } }
}

const firstSentence = (text: string): string =>
  /^.*?[.:;](?=\s|$)/.exec(text)?.[0].replace(/[:;]$/, '.') ?? text

function operation(call: Call, errors: ErrorResponses): Json {
  const { input, inQuery, valueRules } = call
  const rules = Object.entries(valueRules)
  const headers = [
    LANGUAGE_HEADER,
    ...(call.base === 'passport' ? [...Object.values(APP_HEADERS), TIME_ZONE_HEADER] : []),
  ]
  return {
    operationId: call.name,
    tags: [tagOf(call)],
    summary: firstSentence(call.summary),
    description: [
      call.summary,
      `Access: ${accessText(call)}`,
      ...(rules.length > 0 ? [rules.map(([field, rule]) => `- \`${field}\`: ${rule}`).join('\n')] : []),
      ...(call.idempotent ? [IDEMPOTENT_TEXT] : []),
    ].join('\n\n'),
    security: securityOf(call),
    ...(rules.length > 0 && { 'x-value-rules': valueRules }),
    parameters: [
      ...pathParameters(call.path),
      ...(call.idempotent ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_HEADER}` }] : []),
      ...headers.map(name => ({ $ref: `#/components/parameters/${name}` })),
      ...(inQuery && input ? queryParameters(input) : []),
    ],
    ...requestBody(call),
    responses: {
      '200': {
        description: call.produces ? 'The file.' : 'Success: `code` is 0.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
        content: call.produces
          ? { [call.produces]: {} }
          : { 'application/json': { schema: envelope({ const: 0 }, call.output as Json) } },
      },
      ...errors.ofCall(call),
    },
  }
}

/** What an HTTP client can send in a header. */
const VISIBLE: Json = { type: 'string', pattern: '^[!-~]*$' }

const label = (name: string, description: string, schema: Json = VISIBLE): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

const PARAMETERS: Json = {
  [LANGUAGE_HEADER]: label(LANGUAGE_HEADER, 'Language of texts: zh and zh-CN mean zh, others en.', {
    ...VISIBLE,
    examples: ['en', 'zh'],
  }),
  [IDEMPOTENCY_HEADER]: label(
    IDEMPOTENCY_HEADER,
    `${IDEMPOTENT_TEXT} A key belongs to one request: with another request it is refused.`,
    { type: 'string', pattern: '^[!-~]{1,128}$', examples: ['4f0c3a5e-9e0f-4f34-8a53-0d7f6c2f9b10'] },
  ),
  [TIME_ZONE_HEADER]: label(
    TIME_ZONE_HEADER,
    'IANA name of the time zone of the person, for times in mails. Without it, or with an unknown one, they are in UTC.',
    { ...VISIBLE, examples: ['Europe/Berlin'] },
  ),
  ...Object.fromEntries(
    Object.values(APP_HEADERS).map(name => [
      name,
      label(name, 'Label of the calling app. It grants no rights; a longer one is cut to 64 characters.'),
    ]),
  ),
}

export function openApiDocument({ server, password }: OpenApiOptions): Json {
  const errors = createErrorResponses()
  const paths: Record<string, Json> = {}
  for (const call of listCalls(NAMED_SCHEMAS)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, errors) }
  }
  const schemas = Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, toSchema(schema)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerf Passport',
      version: PASSPORT_VERSION,
      summary: 'Accounts, login and entitlements of Kerf machines and apps.',
      description: introduction(),
    },
    servers: [{ url: server, description: 'The portal.' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths: { ...paths, ...otherPaths(errors) },
    components: {
      securitySchemes: {
        [TOKEN_HEADER]: {
          type: 'apiKey',
          in: 'header',
          name: TOKEN_HEADER,
          description: 'Token of a session, from the answer of a login.',
        },
        [COOKIE]: {
          type: 'apiKey',
          in: 'cookie',
          name: TOKEN_COOKIE,
          description: 'The same token, set by the login. Reads accept it; writes need the header.',
        },
        [BASIC]: {
          type: 'http',
          scheme: 'basic',
          description: 'Client id and client secret of a registered app. From its server only.',
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: { ...errors.components, ...methodNotAllowed() },
      schemas: {
        ...schemas,
        NewPassword: {
          type: 'string',
          minLength: password.min,
          maxLength: password.max,
          description: 'Nothing that is easy to guess: `password_too_common` names why in `data.fields`.',
        },
        Error: ERROR_SCHEMA,
      },
    },
    'x-error-catalogue': listErrors(),
  }
}

/** Answers of every path to a method that it does not have. */
function methodNotAllowed(): Json {
  const { components, ofNames } = createErrorResponses()
  ofNames('not_found', 'method_not_allowed')
  return Object.fromEntries(Object.entries(components).filter(([name]) => /40[45]$/.test(name)))
}
