import { type Endpoint, isInQuery } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/login'
import type { GenericSchema } from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, seedBusiness, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const DEAD = 'A'.repeat(43)
const calls = Object.entries(ENDPOINTS) as [string, Endpoint][]
const guarded = calls.filter(([, { access }]) => access !== 'anyone' && access !== 'app')
const ofApps = calls.filter(([, { access }]) => access === 'app')
const params = { id: 'US', channel: 'github' }

let server: TestServer
let personal = ''
let business = ''
beforeAll(async () => {
  server = await startTestServer()
  const person = await seedPerson(server)
  personal = (await server.call(login, { email: person.email, password: PASSWORD })).data.utoken
  const shop = await seedBusiness(server)
  business = (await server.call(enterpriseLogin, { account: shop.account, password: PASSWORD })).data.utoken
})
afterAll(() => server.close())

interface ObjectSchema {
  readonly type: string
  readonly entries?: Readonly<Record<string, GenericSchema & { readonly type: string }>>
  readonly options?: readonly ObjectSchema[]
}

/** The objects an input may be: one, or the members of a union. */
const shapesOf = (endpoint: Endpoint): readonly ObjectSchema[] => {
  const schema = endpoint.input as ObjectSchema | undefined
  if (schema === undefined) return []
  return schema.type === 'union' ? (schema.options ?? []) : [schema]
}

const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'
/** A picture is sent as it is: it has no fields. */
const speaksJson = (endpoint: Endpoint): boolean =>
  shapesOf(endpoint).some(shape => shape.entries !== undefined)

/** Something each known field takes, so that one fault can be made at a time. */
const GOOD: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  account: 'shop',
  password: PASSWORD,
  oldPassword: PASSWORD,
  captcha: '123456',
  nonce: DEAD,
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
  result: DEAD,
  flow: DEAD,
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
  watch: DEAD,
  position: 0,
  certId: DEAD,
  audience: 'all',
  category: 'app',
  title: { en: 'Hello' },
  id: 'b1',
}

describe.each(guarded)('%s', (_name, endpoint) => {
  test.each([
    ['no token', {}],
    ['a dead token', { token: DEAD }],
    ['an empty token', { token: '' }],
    ['half a token', { token: DEAD.slice(1) }],
    ['two tokens', { token: `${DEAD}, ${DEAD}` }],
  ])('with %s is expired, whatever else is sent', async (_what, options) => {
    const input = Object.fromEntries(
      Object.keys(shapesOf(endpoint)[0]?.entries ?? {}).map(field => [field, GOOD[field]]),
    )
    const answer = await server.call(endpoint, isWrite(endpoint) ? input : undefined, { params, ...options })
    expect([20101, 20001]).toContain(answer.code)
    if (answer.code === 20001) expect(Object.values(answer.fields ?? {})).not.toContain('unknown_field')
  })

  test('is refused to the other kind of account', async () => {
    if (endpoint.access === 'signed-in') return
    const token = endpoint.access === 'personal' ? business : personal
    const input = Object.fromEntries(
      Object.entries(shapesOf(endpoint)[0]?.entries ?? {})
        .filter(([, field]) => field.type !== 'optional')
        .map(([field]) => [field, GOOD[field]]),
    )
    const answer = await server.call(endpoint, isWrite(endpoint) ? input : undefined, { params, token })
    expect([20102, 20001]).toContain(answer.code)
  })
})

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe.each(ofApps)('%s', (_name, endpoint) => {
  const input = Object.fromEntries(
    Object.keys(shapesOf(endpoint)[0]?.entries ?? {}).map(field => [field, GOOD[field]]),
  )
  test.each([
    ['no credentials', {}],
    ['empty ones', basic(':')],
    ['unknown ones', basic('kerf_nobody:secret')],
    ['no Basic ones', { authorization: `Bearer ${DEAD}` }],
    ['broken ones', { authorization: 'Basic %%%' }],
  ])('with %s is refused, signed in or not', async (_what, headers) => {
    for (const token of [undefined, personal, business]) {
      const answer = await server.call(endpoint, input, { headers, ...(token !== undefined && { token }) })
      expect([answer.code, answer.cookies]).toEqual([20102, []])
    }
  })
})

/** Sign-ins, recoveries and whatever else makes or ends sessions is not called with good input here. */
describe.each(calls.filter(([, endpoint]) => speaksJson(endpoint)))('%s', (_name, endpoint) => {
  const token = () => (endpoint.access === 'business' ? business : personal)
  const send = (input: unknown) =>
    server.call(endpoint, input as Record<string, unknown>, { token: token(), params })

  test.each([
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
  ])('refuses the unknown field %s', async field => {
    const answer = await send({ [field]: 'x' })
    expect(answer.code).toBe(20001)
    expect(answer.status).toBe(400)
  })

  const shape = shapesOf(endpoint).length === 1 ? shapesOf(endpoint)[0] : undefined
  // What stands in a query is text, whatever was meant.
  const fields = !isInQuery(endpoint) ? Object.entries(shape?.entries ?? {}) : []
  const others = (field: string): Record<string, unknown> =>
    Object.fromEntries(
      fields
        .map(([name]) => name)
        .filter(name => name !== field && name in GOOD)
        .map(name => [name, GOOD[name]]),
    )

  test.runIf(fields.length > 0).each(fields.map(([name, schema]) => [name, schema.type]))(
    'names the fault of %s (%s)',
    async (field, type) => {
      const name = String(field)
      if (type !== 'optional') {
        const missing = await send(others(name))
        expect([name, missing.fields?.[name]]).toEqual([name, 'required'])
      }
      for (const bad of [
        null,
        [],
        ['a@example.com'],
        {},
        { $gt: '' },
        '\u0000',
        'x'.repeat(9_000),
        1e308,
        -1,
      ]) {
        if (type === 'optional' && bad === null) continue
        if (type === 'array' && Array.isArray(bad)) continue
        const answer = await send({ ...others(name), [name]: bad })
        expect(answer.status).toBeLessThan(500)
        if (typeof bad !== 'string' && typeof bad !== 'number') {
          expect([name, bad, answer.code]).toEqual([name, bad, 20001])
          expect(Object.keys(answer.fields ?? {}).map(key => key.split('.')[0])).toContain(name)
        }
      }
    },
  )
})

const reading = guarded.filter(([, endpoint]) => !isWrite(endpoint) && speaksJson(endpoint))
test.each(reading)('%s refuses a parameter given twice', async (_name, endpoint) => {
  for (const field of Object.keys(shapesOf(endpoint)[0]?.entries ?? {})) {
    const response = await fetch(`${server.url}${endpoint.path}?${field}=1&${field}=1`, {
      headers: { utoken: endpoint.access === 'business' ? business : personal },
    })
    expect([field, (await readAnswer(response)).code]).toEqual([field, 20001])
  }
})

test('every call of the table is there', async () => {
  for (const [name, endpoint] of calls) {
    const path = endpoint.path.replace(/:\w+/g, 'US')
    const answer = await readAnswer(await fetch(server.url + path, { method: endpoint.method }))
    expect([name, answer.status]).not.toEqual([name, 404])
  }
})
