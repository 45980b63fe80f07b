/**
 * Hostile requests made from the endpoint table and the routes beside it, and the rules that every answer keeps: no internal
 * error, nothing reflected, nothing that leads to another site (S-036, P-22).
 */
import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { HOSTILE_HOST, JSON_BODIES, NAUGHTY_STRINGS, readNamedCorpora } from './corpora.ts'

export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** the call or page, without the values in its path */
  readonly route: string
  /** the hostile values, which no answer repeats as markup */
  readonly values: readonly string[]
}

export interface HostileAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

const EVIL = HOSTILE_HOST
/** Addresses that one parser takes for this site and another for a foreign one. */
const URL_BYPASSES = [
  `https://${EVIL}`,
  `//${EVIL}`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `https:${EVIL}`,
  `https:/${EVIL}`,
  `///${EVIL}`,
  `////${EVIL}/%2f..`,
  `/%09/${EVIL}`,
  `/\t/${EVIL}`,
  `https://localhost@${EVIL}`,
  `https://localhost:8080@${EVIL}`,
  `https://localhost%40${EVIL}`,
  `https://${EVIL}#localhost`,
  `https://${EVIL}?localhost`,
  `https://${EVIL}\\@localhost`,
  `https://localhost.${EVIL}`,
  `https://${EVIL}%00.localhost`,
  `https://localhost%2e${EVIL}`,
  `http://0x7f.1@${EVIL}/`,
  `javascript:alert(1)//https://localhost`,
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  `%68%74%74%70%73://${EVIL}`,
  `https://[::1]@${EVIL}`,
  `https://${EVIL}\u3002com`,
  `https://ⓔvil.example`,
  `\u0000https://${EVIL}`,
  `/..//${EVIL}`,
  `/en/login/..;/${EVIL}`,
]
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  [],
  {},
  [[[[]]]],
  { $gt: '' },
  { __proto__x: 1, constructor: { prototype: 1 } },
  '\ud800',
  'x'.repeat(3_000),
  '%00%ff',
]
const named = readNamedCorpora()
/** Each list is chosen as often as any other, however long it is. */
const LISTS = [NAUGHTY_STRINGS, URL_BYPASSES, ...named.lists]
const BODIES = [...JSON_BODIES, ...named.bodies]
const endpoints = Object.values(ENDPOINTS) as readonly Endpoint[]
/** These calls could end the session that the other requests need, so they are made without its token. */
const ENDS_SESSION = /logout|session\/clear|not-me|delete/

const TOKEN_SHAPE = 'A'.repeat(43)
/** Values that a call accepts, so that a hostile one beside them gets past the checks of the other fields. */
const PLAUSIBLE: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  scene: 'login',
  account: 'acme',
  receiver: 'ada@example.com',
  nonce: TOKEN_SHAPE,
  ticket: TOKEN_SHAPE,
  flow: TOKEN_SHAPE,
  link: TOKEN_SHAPE,
  result: TOKEN_SHAPE,
  token: TOKEN_SHAPE,
  watch: TOKEN_SHAPE,
  lang: 'zh',
  password: 'birch-ply-0719',
  oldPassword: 'birch-ply-0718',
  remember: true,
  agreement: true,
  confirm: true,
  captcha: '123456',
  nickname: 'Ada',
  introduction: 'Cuts wood.',
  gender: 'female',
  birthday: '2000-02-29',
  country: 'DE',
  region: '',
  headpic: '',
  channel: 'demo',
  limit: 10,
  session: 'AAAAAAAAAAAAAAAA',
  sessions: ['AAAAAAAAAAAAAAAA'],
  cid: 'demo',
  op: 'login',
  purpose: 'handover',
  code: 'ABCDEFGH23456789',
  uid: '00000000-0000-4000-8000-000000000001',
  course: 'laser',
  lesson: 'intro',
  position: 1,
  category: 'app',
  appCode: 'portal',
  ids: [1],
  key: 'app',
  enabled: true,
  sn: 'ABCDEFGH234567890123456',
  lightSource: '1200W',
}

interface Shape {
  readonly entries?: Readonly<Record<string, unknown>>
  readonly options?: readonly Shape[]
}
const fieldsOf = ({ input }: Endpoint): string[] => {
  const shape = input as Shape | undefined
  return [shape, ...(shape?.options ?? [])].flatMap(one => Object.keys(one?.entries ?? {}))
}

/** Routes outside the endpoint table, with the parameters that they read. */
const PAGE_PARAMETERS = [
  'p',
  'o',
  's',
  'av',
  'img',
  'sl',
  'lr',
  'md',
  'r',
  'l',
  'ut',
  'ticket',
  'step',
  'sameSite',
  'x',
]
const OTHER_ROUTES: readonly (readonly [string, string, readonly string[]])[] = [
  ['GET', '/', PAGE_PARAMETERS],
  ['GET', '/en/login', PAGE_PARAMETERS],
  ['GET', '/zh/register', PAGE_PARAMETERS],
  ['GET', '/en/findpwd', [...PAGE_PARAMETERS, 'account']],
  ['GET', '/en/:text', PAGE_PARAMETERS],
  ['GET', '/:text/:text', PAGE_PARAMETERS],
  ['POST', '/en/:text', PAGE_PARAMETERS],
  ['GET', '/v1/cookie/set-cookies', ['utoken', 'domain', 'next']],
  ['GET', '/v1/cookie/add-cookies', ['target', 'step', 'skip']],
  ['GET', '/oauth/:text/auth', ['uri', 'ticket', 'purpose', 'r', 'lang']],
  ['GET', '/oauth/google/callback', ['code', 'state', 'error', 'iss']],
  ['POST', '/sa.gif', ['data_list']],
  ['POST', '/v1/track', ['x']],
  ['POST', '/v1/reports', ['x']],
  ['GET', '/assets/:text', []],
  ['GET', '/brands/:text/:text', ['v']],
  ['GET', '/files/headpic/:text', []],
  ['GET', '/embed/:text', []],
  ['GET', '/v1/:text', []],
]
const LABELS = [
  'lang',
  'appCode',
  'appPlatform',
  'appVersion',
  'appOrigin',
  'user-agent',
  'accept-language',
  'cookie',
  'Idempotency-Key',
  'cookieSameSite',
  'origin',
  'referer',
]
const TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
]

const asHeader = (value: string): string =>
  // What an HTTP client can send at all.
  value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 600)
const asPath = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).slice(0, 400).replace(/%.?$/, '')

/** Every call and page that requests are made for. */
export const HOSTILE_ROUTES: readonly string[] = [
  ...endpoints.map(({ method, path }) => `${method} ${path}`),
  ...OTHER_ROUTES.map(([method, path]) => `${method} ${path}`),
]

/**
 * Node's client sends the body of DELETE and OPTIONS without its length. The server would read it as a second request and answer
 * both, and the client would take the second answer for that of its next request.
 */
const withBody = (headers: Readonly<Record<string, string>>, type: string, body: string) => ({
  ...headers,
  'content-type': type,
  'content-length': String(Buffer.byteLength(body)),
})

/** The same seed makes the same requests. `token`: of a live session; half of the requests carry it. */
export function createHostileRequests(seed: number, token: string): () => HostileRequest {
  let state = seed
  const below = (max: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    // The low bits of this generator repeat after a few values.
    return (state >>> 8) % max
  }
  const any = <T>(values: readonly T[]): T => values[below(values.length)] as T
  let turn = 0

  return () => {
    turn++
    const values: string[] = []
    const hostile = (): string => {
      const value = any(any(LISTS))
      values.push(value)
      return value
    }
    const value = (): unknown => (below(4) === 0 ? any(ODD_VALUES) : hostile())
    const headers: Record<string, string> = { 'x-forwarded-for': `198.18.${below(256)}.${below(256)}` }
    for (let i = below(3); i > 0; i--) headers[any(LABELS)] = asHeader(hostile())
    const endpoint = endpoints[turn % endpoints.length] as Endpoint
    if (below(2) === 0)
      headers.utoken = below(8) === 0 || ENDS_SESSION.test(endpoint.path) ? asHeader(hostile()) : token
    const [otherMethod, otherPath, parameters] = any(OTHER_ROUTES)
    const isOther = below(4) === 0
    const fields = isOther ? parameters : fieldsOf(endpoint)
    const method =
      below(40) === 0
        ? any(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])
        : isOther
          ? otherMethod
          : endpoint.method
    const route = isOther ? `${otherMethod} ${otherPath}` : `${endpoint.method} ${endpoint.path}`
    const path = (isOther ? otherPath : endpoint.path).replace(/:\w+/g, () => asPath(hostile()))
    // Half of the requests have one hostile field among plausible ones, the other half any of the fields.
    const onlyHostile = below(2) === 0 ? any(fields) : undefined
    const chosen = fields.filter(() => onlyHostile !== undefined || below(3) > 0)
    const valueFor = (name: string): unknown =>
      onlyHostile === undefined || name === onlyHostile || !(name in PLAUSIBLE) ? value() : PLAUSIBLE[name]
    if (method === 'GET' || method === 'HEAD' || isOther) {
      const query = chosen.map(
        name =>
          `${name}=${below(12) === 0 ? asHeader(String(valueFor(name))).replace(/[\s#]/g, '+') : asPath(String(valueFor(name)))}`,
      )
      const type = any(TYPES)
      const body = method === 'GET' || method === 'HEAD' ? undefined : `data_list=${asPath(hostile())}`
      return {
        method,
        path: (query.length > 0 ? `${path}?${query.join('&')}` : path).replace(/[^\x21-\x7e]/g, '_'),
        headers: body === undefined ? headers : withBody(headers, type, body),
        body,
        route,
        values,
      }
    }
    const body =
      below(5) === 0
        ? any(BODIES)
        : JSON.stringify(Object.fromEntries(chosen.map(name => [name, valueFor(name)])))
    return { method, path, headers: withBody(headers, any(TYPES), body), body, route, values }
  }
}

/** Lists of header values contain the one media type that the server names itself. */
const OWN_TEXT = new Set(['application/json'])
/** A tag without attributes runs nothing, and every page has some of its own. */
const LONE_TAG = /^<[!/]?[\w\s]+\/?>$/

/** What is wrong with the answer; undefined: nothing. `own`: origins of the server. */
export function findFault(
  { values }: HostileRequest,
  { status, headers, body }: HostileAnswer,
  own: readonly string[],
): string | undefined {
  // A full queue answers 503 and says when to try again.
  if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined))
    return `answers ${status}: ${body.slice(0, 200)}`
  const { location } = headers
  if (location !== undefined) {
    if (!URL.canParse(location, own[0])) return `leads to ${location}`
    const { origin, protocol } = new URL(location, own[0])
    if (!own.includes(origin) || !/^https?:$/.test(protocol)) return `leads to ${origin}`
  }
  const isMarkup = /html|xml|javascript/.test(headers['content-type'] ?? '')
  const reflected = values.find(
    value =>
      !OWN_TEXT.has(value) &&
      (isMarkup
        ? /[<>"']/.test(value) && value.length > 5 && !LONE_TAG.test(value)
        : value.length > 12 && status >= 400) &&
      body.includes(value),
  )
  if (reflected !== undefined) return `reflects ${JSON.stringify(reflected.slice(0, 80))}`
  if (/\bat \/|node_modules|\.ts:\d/.test(isMarkup ? '' : body)) return `shows a stack: ${body.slice(0, 200)}`
  return undefined
}
