/** Labels of a client (app, platform, version, origin, language) widen no right, on any call (S-057, S-125). */

import { LANGUAGE_COOKIE } from '@kerf/contract/cookie-names'
import { type Endpoint, isInQuery } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { APP_HEADERS, LANGUAGE_HEADER } from '@kerf/contract/headers'
import { describe, expect, test } from 'vitest'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { sampleInput } from '../account-center/sample-input.ts'
import { seedBusiness, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()
const personal = await insertLiveSession(server, (await seedPerson(server)).uid)
const business = await insertLiveSession(server, (await seedBusiness(server)).uid)
const fresh = await seedBusiness(server, { defaultPassword: true })
await server.sql(
  `update account set default_first_used_at = now() - interval '30 days' where uid = $1`,
  fresh.uid,
)
const limited = await insertLiveSession(server, fresh.uid)

const table = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>)
const { appCode, appPlatform, appVersion, appOrigin } = APP_HEADERS

const labelled = (code: string, platform: string, version: string, origin = code) => ({
  [appCode]: code,
  [appPlatform]: platform,
  [appVersion]: version,
  [appOrigin]: origin,
})
const LABELS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['an old client', labelled('creative', 'pc', '0.0.1')],
  ['a client of the future', labelled('atomm', 'mobile', '999.999.999')],
  ['an operator', labelled('admin', 'operator', '1.0.0', 'root')],
  ['property names', labelled('__proto__', 'constructor', 'toString', 'hasOwnProperty')],
  ['markup', labelled('<script>', '"><img>', "' or 1=1 --", '../..')],
  ['long values', labelled('x'.repeat(900), 'x'.repeat(900), '9'.repeat(900))],
]
/** Query parameters that pages read as labels, and fields of other calls. */
const QUERY =
  'p=portal&o=atomm&s=pc&av=0.0.1&md=win&lang=zh&uid=00000000-0000-4000-8000-00000000000f&sl=0&lr=0'

async function codeOf(
  endpoint: Endpoint,
  token: string | undefined,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<number> {
  const { method, path, fileBody } = endpoint
  const input = isInQuery(endpoint) || fileBody ? undefined : JSON.stringify(sampleInput(endpoint) ?? {})
  const samples = isInQuery(endpoint) ? Object.entries(sampleInput(endpoint) ?? {}) : []
  const url = new URL(path.replace(':id', 'DE').replace(/:\w+/g, 'github'), server.url)
  for (const [name, value] of samples) url.searchParams.set(name, String(value))
  for (const [name, value] of new URLSearchParams(query))
    if (!isInQuery(endpoint)) url.searchParams.set(name, value)
  const response = await fetch(url, {
    method,
    headers: {
      ...(input !== undefined && { 'content-type': 'application/json' }),
      ...(fileBody && { 'content-type': fileBody.types[0] ?? '' }),
      ...(token !== undefined && { utoken: token }),
      ...headers,
    },
    ...(input !== undefined && { body: input }),
  })
  return (await readAnswer(response)).code
}

const needsSession = ({ access }: Endpoint) => access !== 'anyone' && access !== 'app'
/** Who is refused, and with which code. */
const REFUSED: readonly (readonly [
  string,
  number,
  (endpoint: Endpoint) => boolean,
  () => string | undefined,
])[] = [
  ['a visitor', 20101, needsSession, () => undefined],
  ['an ended session', 20101, needsSession, () => 'A'.repeat(43)],
  ['a person, of calls of enterprises', 20102, ({ access }) => access === 'enterprise', () => personal],
  ['an enterprise, of calls of persons', 20102, ({ access }) => access === 'personal', () => business],
  [
    'an enterprise with an outdated default password',
    20102,
    endpoint =>
      (endpoint.access === 'signed-in' || endpoint.access === 'enterprise') &&
      endpoint.underDefaultPassword !== 'always',
    () => limited,
  ],
  ['a stranger, of calls of apps', 20121, ({ access }) => access === 'app', () => personal],
]

describe.each(LABELS)('with the labels of %s', (_, headers) => {
  test.each(REFUSED)('%s is refused as without labels (%i)', async (_who, code, applies, token) => {
    const concerned = table.filter(([, endpoint]) => applies(endpoint))
    expect(concerned.length).toBeGreaterThan(0)
    const answers = await Promise.all(
      concerned.map(async ([name, endpoint]) => [name, await codeOf(endpoint, token(), headers, QUERY)]),
    )
    expect(answers).toEqual(concerned.map(([name]) => [name, code]))
  })
})

test('any language but Chinese is English, and none reaches a file or an answer', async () => {
  const refused = table.filter(([, endpoint]) => needsSession(endpoint)).slice(0, 12)
  const values = [
    '../zh',
    '../../etc/passwd',
    '<script>',
    'zh%00',
    'constructor',
    '__proto__',
    'z'.repeat(10_000),
    'ZH',
    'de',
  ]
  for (const value of values)
    for (const [name, endpoint] of refused)
      for (const headers of [
        { [LANGUAGE_HEADER]: value },
        { cookie: `${LANGUAGE_COOKIE}=${encodeURIComponent(value)}` },
      ]) {
        const url = new URL(endpoint.path.replace(/:\w+/g, 'DE'), server.url)
        const answer = await readAnswer(await fetch(url, { method: endpoint.method, headers }))
        expect([name, [20001, 20101].includes(answer.code)]).toEqual([name, true])
        expect(answer.msg).toMatch(/^[\x20-\x7e’]+$/)
        if (value.length > 6) expect(answer.text).not.toContain(value)
      }
})
