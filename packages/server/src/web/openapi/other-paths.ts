/** Paths that are no calls of the contract: streams, addresses that browsers visit, and what they report. */
import { ADD_COOKIES_PATH, probeCookies, setCookies } from '@kerf/contract/endpoints/cookie-sync'
import { appCode } from '@kerf/contract/endpoints/message'
import { APP_CODE_RULE } from '@kerf/contract/fields'
import { LANGUAGE_HEADER, TOKEN_HEADER } from '@kerf/contract/headers'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import { TRACKING_PATH } from '@kerf/contract/tracking/tracking'
import { toSchema } from './json-schema.ts'
import { type ErrorResponses, envelope, type Json } from './responses.ts'
import { tagOf } from './tags.ts'

export const OPENAPI_PATH = '/v1/openapi.json'

const query = (
  name: string,
  description: string,
  required = false,
  schema: Json = { type: 'string' },
): Json => ({
  name,
  in: 'query',
  required,
  description,
  schema,
})
const CHANNEL: Json = {
  name: 'channel',
  in: 'path',
  required: true,
  description: 'Channel of social login.',
  schema: { type: 'string', minLength: 1, maxLength: 256, examples: ['google'] },
}
const redirect = (description: string): Json => ({
  '303': {
    description,
    headers: { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } },
  },
})
const success = (data: Json): Json => ({
  '200': {
    description: 'Success: `code` is 0.',
    content: { 'application/json': { schema: envelope({ const: 0 }, data) } },
  },
})
const NO_CONTENT: Json = { '204': { description: 'Always, whatever was sent.' } }

interface Described {
  readonly path: string
  readonly method?: 'get' | 'post'
  readonly id: string
  readonly summary: string
  readonly security?: readonly Json[]
  readonly parameters?: readonly Json[]
  readonly body?: readonly string[]
  readonly valueRules?: Readonly<Record<string, string>>
  readonly responses: Json
}

const operations = ({ ofNames }: ErrorResponses): readonly Described[] => [
  {
    path: OPENAPI_PATH,
    id: 'getOpenApiDocument',
    summary: 'This document.',
    responses: {
      '200': {
        description: 'The document.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      '304': { description: 'Unchanged since the answer with this `ETag`.' },
    },
  },
  {
    path: MESSAGE_STREAM_PATH,
    id: 'streamMessages',
    summary:
      'Changes of messages as they happen: one JSON value a line, until the connection ends. A beat is sent at least every 15 s.',
    security: [{ [TOKEN_HEADER]: [] }],
    parameters: [
      { $ref: `#/components/parameters/${LANGUAGE_HEADER}` },
      query('appCode', 'Adds the messages of one more app.', false, toSchema(appCode) as Json),
    ],
    valueRules: { appCode: APP_CODE_RULE },
    responses: {
      '200': {
        description: 'The stream. Unknown types are ignored.',
        content: { 'application/x-ndjson': {} },
      },
      ...ofNames('bad_request', 'expired_login', 'authority', 'ip_ban', 'too_many_requests', 'system'),
    },
  },
  {
    path: probeCookies.path,
    id: 'probeCookies',
    summary: probeCookies.summary,
    responses: { ...success(toSchema(probeCookies.output) as Json), ...ofNames('system') },
  },
  {
    path: setCookies.path,
    id: 'setCookies',
    summary: setCookies.summary,
    parameters: [
      query('utoken', 'Ticket or token; empty to remove the cookie of an ended session.', true),
      query('domain', 'Domain of the cookie, from the probe.', true),
      query('next', 'Address of a sibling host that the browser visits next.'),
      query('sameSite', '`lax` or `strict`.'),
      query('secure', '`0` for a cookie without Secure.'),
    ],
    valueRules: { domain: 'The domain of the host’s cookie.', utoken: 'Given once.' },
    responses: {
      '200': {
        description: 'The cookie is set, or a page asks the person.',
        content: {
          'application/json': { schema: envelope({ const: 0 }, { type: 'object' }) },
          'text/html': {},
        },
      },
      ...redirect('To `next`.'),
      ...ofNames('bad_request', 'expired_login', 'authority', 'ip_ban', 'too_many_requests', 'system'),
      ...ofNames(...setCookies.errors, 'authority', 'ip_ban'),
    },
  },
  {
    path: setCookies.path,
    method: 'post',
    id: 'confirmCookies',
    summary: 'The form of the page that asks the person. Only that page can send it.',
    body: ['application/x-www-form-urlencoded'],
    responses: {
      ...redirect('To `next`, else to the portal.'),
      ...ofNames('bad_request', 'authority', 'ip_ban', 'body_too_large', 'unsupported_media', 'system'),
    },
  },
  {
    path: ADD_COOKIES_PATH,
    id: 'addCookies',
    summary: 'Leads the browser through the sibling hosts one by one, and at last to `target`.',
    parameters: [
      query('target', 'Return address; the portal for another one.'),
      query('step', 'Index of the next host.'),
      query('skip', 'Indexes of hosts that are left out.'),
    ],
    responses: { ...redirect('To the next host or to the target.'), ...ofNames('system') },
  },
  {
    path: '/oauth/{channel}/auth',
    id: 'startSocialSignIn',
    summary: 'Leads the browser to the provider. `op=bind` connects its account to the logged-in one.',
    parameters: [
      CHANNEL,
      query('op', '`login` or `bind`.'),
      query('uri', 'Return address.'),
      query('ut', 'Ticket of purpose `bind`.'),
      query('lang', 'Language of the pages.'),
    ],
    responses: {
      ...redirect('To the provider; to the portal, with the error, if it is not available.'),
      ...ofNames('system'),
    },
  },
  ...(['get', 'post'] as const).map(
    (method): Described => ({
      path: '/oauth/{channel}/callback',
      method,
      id: method === 'get' ? 'finishSocialSignIn' : 'finishSocialSignInByForm',
      summary: 'The answer of the provider. Leads the browser to the result page of the portal.',
      parameters: [CHANNEL],
      ...(method === 'post' && { body: ['application/x-www-form-urlencoded'] }),
      responses: {
        ...redirect('To the result page.'),
        ...ofNames(
          'system',
          ...(method === 'post' ? (['body_too_large', 'unsupported_media'] as const) : []),
        ),
      },
    }),
  ),
  {
    path: TRACKING_PATH,
    method: 'post',
    id: 'track',
    summary: 'Usage events of the portal and of apps.',
    body: ['text/plain'],
    responses: NO_CONTENT,
  },
  {
    path: '/v1/reports',
    method: 'post',
    id: 'reportPolicies',
    summary: 'What browsers report about policies of pages. Only the kind is counted.',
    body: ['application/reports+json', 'application/csp-report'],
    responses: NO_CONTENT,
  },
]

export function otherPaths(errors: ErrorResponses): Json {
  const paths: Record<string, Json> = {}
  for (const {
    path,
    method = 'get',
    id,
    summary,
    security = [],
    parameters,
    body,
    valueRules,
    responses,
  } of operations(errors)) {
    const operation = {
      operationId: id,
      tags: [tagOf({ path })],
      summary,
      security,
      ...(valueRules && { 'x-value-rules': valueRules }),
      ...(parameters && { parameters }),
      ...(body && { requestBody: { content: Object.fromEntries(body.map(type => [type, {}])) } }),
      responses,
    }
    paths[path] = { ...paths[path], [method]: operation }
  }
  return paths
}
