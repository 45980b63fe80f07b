import { type Endpoint, isInQuery } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/sign-in'
import type { GenericSchema } from 'valibot'
import { describe, expect, test } from 'vitest'
import { registerApp } from '../sign-on/register-app.ts'
import { PASSWORD, seedBusiness, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { sampleOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'

const UNKNOWN_TOKEN = 'A'.repeat(43)
const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]
const signedInEndpoints = endpoints.filter(([, { access }]) => access !== 'anyone' && access !== 'app')
const appEndpoints = endpoints.filter(([, { access }]) => access === 'app')
const params = { id: 'US', channel: 'github' }

const server = await useTestServer()
const app = await registerApp(server, 'https://app.example')
const person = await seedPerson(server)
const personal = (await server.call(login, { email: person.email, password: PASSWORD })).data.utoken
const shop = await seedBusiness(server)
const business = (await server.call(enterpriseLogin, { account: shop.account, password: PASSWORD })).data
  .utoken

interface ObjectSchema {
  readonly type: string
  readonly entries?: Readonly<Record<string, GenericSchema & { readonly type: string }>>
  readonly options?: readonly ObjectSchema[]
}

/** Object schemas of an input: one, or the members of a union. */
const shapesOf = (endpoint: Endpoint): readonly ObjectSchema[] => {
  const schema = endpoint.input as ObjectSchema | undefined
  if (schema === undefined) return []
  return schema.type === 'union' ? (schema.options ?? []) : [schema]
}

const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'
/** False for a picture, which is sent as raw body. */
const takesJson = (endpoint: Endpoint): boolean =>
  shapesOf(endpoint).some(shape => shape.entries !== undefined)

/** A valid value of each field, so that a test can make exactly one field invalid. */
const VALID_VALUES: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  account: 'shop',
  password: PASSWORD,
  oldPassword: PASSWORD,
  captcha: '123456',
  nonce: UNKNOWN_TOKEN,
  ticket: 'any',
  receiver: 'ada@example.com',
  scene: 'verify',
  agreement: true,
  payload: 'e30=',
  token: 'any',
  confirm: true,
  channel: 'github',
  purpose: 'handover',
  target: 'https://app.example/',
  sessions: [],
  result: UNKNOWN_TOKEN,
  flow: UNKNOWN_TOKEN,
  cid: 'some-client',
  op: 'login',
  code: 'not-a-code',
  uid: '00000000-0000-4000-8000-00000000000f',
  sn: 'KLW1200AB0123456789CDEF',
  lightSource: '1200W',
  cursor: '0',
  limit: '10',
  course: 'laser',
  lesson: 'classes',
  watch: UNKNOWN_TOKEN,
  position: 0,
  certId: UNKNOWN_TOKEN,
  audience: 'all',
  category: 'app',
  title: { en: 'Hello' },
  id: 'b1',
}

describe.each(signedInEndpoints)('%s', (_name, endpoint) => {
  test.each([
    ['no token', {}],
    ['an unknown token', { token: UNKNOWN_TOKEN }],
    ['an empty token', { token: '' }],
    ['a truncated token', { token: UNKNOWN_TOKEN.slice(1) }],
    ['two tokens', { token: `${UNKNOWN_TOKEN}, ${UNKNOWN_TOKEN}` }],
  ])('rejects a call with %s', async (_name, options) => {
    const input = Object.fromEntries(
      Object.keys(shapesOf(endpoint)[0]?.entries ?? {}).map(field => [field, VALID_VALUES[field]]),
    )
    const answer = await server.call(endpoint, isWrite(endpoint) ? input : undefined, { params, ...options })
    expect([20101, 20001]).toContain(answer.code)
    if (answer.code === 20001) expect(Object.values(answer.fields ?? {})).not.toContain('unknown_field')
  })

  test('rejects the other kind of account', async () => {
    if (endpoint.access === 'signed-in') return
    const token = endpoint.access === 'personal' ? business : personal
    const input = Object.fromEntries(
      Object.entries(shapesOf(endpoint)[0]?.entries ?? {})
        .filter(([, field]) => field.type !== 'optional')
        .map(([field]) => [field, VALID_VALUES[field]]),
    )
    const answer = await server.call(endpoint, isWrite(endpoint) ? input : undefined, { params, token })
    expect([20102, 20001]).toContain(answer.code)
  })
})

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe.each(appEndpoints)('%s', (_name, endpoint) => {
  const input = Object.fromEntries(
    Object.keys(shapesOf(endpoint)[0]?.entries ?? {}).map(field => [field, VALID_VALUES[field]]),
  )
  test.each([
    ['no credentials', {}],
    ['empty credentials', basic(':')],
    ['unknown credentials', basic('kerf_nobody:secret')],
    ['credentials of another scheme', { authorization: `Bearer ${UNKNOWN_TOKEN}` }],
    ['malformed credentials', { authorization: 'Basic %%%' }],
  ])('rejects %s, with and without a session', async (_name, headers) => {
    for (const token of [undefined, personal, business]) {
      const answer = await server.call(endpoint, input, { headers, ...(token !== undefined && { token }) })
      expect([answer.code, answer.cookies]).toEqual([20121, []])
    }
  })
})

const UNKNOWN_FIELDS = [
  'uid',
  'id',
  'kind',
  'status',
  'role',
  'verified',
  'enterprise',
  'password_hash',
  'created_at',
  'utoken',
]
const OTHER_BODIES: [unknown][] = [[[]], [[{}]], [null], ['x'], [1], [true]]
const NUL = '\u0000'
const INVALID_VALUES = [null, [], ['a@example.com'], {}, { $gt: '' }, NUL, 'x'.repeat(9_000), 1e308, -1]

/** Each with its position, which decides the samples that are sent to it. */
const bodyEndpoints = endpoints
  .filter(([, endpoint]) => takesJson(endpoint))
  .map(([name, endpoint], index) => [name, endpoint, index] as const)

/** Each call has at least one invalid field, so that none starts or ends a session. */
describe.each(bodyEndpoints)('%s', (_name, endpoint, index) => {
  const token = () => (endpoint.access === 'enterprise' ? business : personal)
  const send = (input: unknown) =>
    server.call(endpoint, input as Record<string, unknown>, {
      token: token(),
      params,
      ...(endpoint.access === 'app' && { headers: app }),
    })

  test.each(sampleOf(UNKNOWN_FIELDS, 3, index))('rejects the unknown field %s', async field => {
    const answer = await send({ [field]: 'x' })
    expect(answer.code).toBe(20001)
    expect(answer.status).toBe(400)
  })

  test.runIf(isWrite(endpoint) && !isInQuery(endpoint)).each(sampleOf(OTHER_BODIES, 3, index))(
    'rejects the body %j',
    async body => {
      const answer = await send(body)
      expect([answer.status, answer.code]).toEqual([400, 20001])
    },
  )

  const shape = shapesOf(endpoint).length === 1 ? shapesOf(endpoint)[0] : undefined
  // Every value of a query is text.
  const fields = !isInQuery(endpoint) ? Object.entries(shape?.entries ?? {}) : []
  const otherFields = (field: string): Record<string, unknown> =>
    Object.fromEntries(
      fields
        .map(([name]) => name)
        .filter(name => name !== field && name in VALID_VALUES)
        .map(name => [name, VALID_VALUES[name]]),
    )

  const valueType = (schema: (typeof fields)[number][1]): string =>
    ('wrapped' in schema ? (schema.wrapped as { type: string }) : schema).type

  test
    .runIf(fields.length > 0)
    .each(fields.map(([name, schema]) => [name, schema.type, valueType(schema)] as const))(
    'names an invalid %s (%s) in the error',
    async (field, type, value) => {
      const name = String(field)
      if (type !== 'optional') {
        const missing = await send(otherFields(name))
        expect([name, missing.fields?.[name]]).toEqual([name, 'required'])
      }
      const sample = sampleOf(INVALID_VALUES, 4, index)
      // PostgreSQL stores no NUL in a text.
      const invalidValues = value === 'string' && !sample.includes(NUL) ? [...sample, NUL] : sample
      for (const invalid of invalidValues) {
        if (type === 'optional' && invalid === null) continue
        if (value === 'array' && Array.isArray(invalid)) continue
        const answer = await send({ ...otherFields(name), [name]: invalid })
        expect(answer.status).toBeLessThan(500)
        if (typeof invalid !== 'string' && typeof invalid !== 'number') {
          expect([name, invalid, answer.code]).toEqual([name, invalid, 20001])
          expect(Object.keys(answer.fields ?? {}).map(key => key.split('.')[0])).toContain(name)
        }
      }
    },
  )
})

const readEndpoints = signedInEndpoints.filter(([, endpoint]) => !isWrite(endpoint) && takesJson(endpoint))
test.each(readEndpoints)('%s rejects a repeated parameter', async (_name, endpoint) => {
  for (const field of Object.keys(shapesOf(endpoint)[0]?.entries ?? {})) {
    const response = await fetch(`${server.url}${endpoint.path}?${field}=1&${field}=1`, {
      headers: { utoken: endpoint.access === 'enterprise' ? business : personal },
    })
    expect([field, (await readAnswer(response)).code]).toEqual([field, 20001])
  }
})

test('serves every endpoint of the contract', async () => {
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:\w+/g, 'US')
    const answer = await readAnswer(await fetch(server.url + path, { method: endpoint.method }))
    expect([name, answer.status]).not.toEqual([name, 404])
  }
})
