import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { ERRORS } from '@kerf/contract/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { EXAMPLE_OPTIONS, openApiDocument } from './openapi-document.ts'

// Through JSON, as it is sent.
const text = JSON.stringify(openApiDocument(EXAMPLE_OPTIONS))
const document = JSON.parse(text)
const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(path =>
  Object.values(path),
) as { operationId: string; tags: string[]; summary: string; responses: Record<string, unknown> }[]

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('describes every call once, with a known tag, a summary and the errors of every call', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(Object.keys(ENDPOINTS)))
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const operation of operations) {
    expect(tags).toEqual(expect.arrayContaining(operation.tags))
    expect(operation.summary).toMatch(/^[A-Z].*\.$/)
    if (operation.operationId in ENDPOINTS)
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '429', '431', '500', '503']),
      )
  }
})

test('resolves every $ref', () => {
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(
      path.split('/').reduce((at, key) => at?.[key], document),
      path,
    ).toBeDefined()
})

test('lists the error catalog in both languages', () => {
  const { description } = document.info
  for (const { code } of Object.values(ERRORS)) expect(description).toContain(`**${code}**`)
  expect(description).toContain('验证码')
})

describe('states', () => {
  const login = document.paths['/v1/login'].post
  const response = (operation: { responses: Record<string, { $ref: string }> }, status: number) =>
    document.components.responses[operation.responses[status]?.$ref.split('/').at(-1) ?? '']

  test('the body and the answer of a call', () => {
    expect(login.requestBody.content['application/json'].schema).toMatchObject({
      type: 'object',
      required: ['email', 'password'],
      additionalProperties: false,
      properties: { email: { $ref: '#/components/schemas/Email' } },
    })
    const { schema } = login.responses['200'].content['application/json']
    expect(schema.properties.data.required).toEqual(['utoken', 'uid'])
  })

  test('the errors of each status, with their headers', () => {
    expect(response(login, 401).description).toContain('20111 incorrect_account')
    expect(response(login, 429).headers['Retry-After'].required).toBe(true)
    expect(Object.keys(login.responses)).toEqual(expect.arrayContaining(['413', '415']))
    const redeem = document.paths['/v1/ticket/redeem'].post
    expect(response(redeem, 401).headers['WWW-Authenticate'].required).toBe(true)
    expect(document.components.responses.MethodNotAllowed405.headers.Allow.required).toBe(true)
  })

  test('names that are identifiers, for generators of clients', () => {
    const names = [document.components.responses, document.components.schemas].flatMap(Object.keys)
    expect(names.filter(name => !/^[A-Za-z]\w*$/.test(name))).toEqual([])
  })

  test('the credentials', () => {
    expect(login.security).toEqual([])
    expect(document.paths['/v1/user/basic'].get.security).toEqual([{ utoken: [] }, { cookie: [] }])
    expect(document.paths['/v1/user/gender'].patch.security).toEqual([{ utoken: [] }])
    expect(document.paths['/v1/safety/getPrizePDF'].get.security).toEqual([{ utoken: [] }])
    expect(document.paths['/v1/ticket/redeem'].post.security).toEqual([{ basic: [] }])
  })

  test('the parameters of a path and a query', () => {
    expect(document.paths['/v1/region/country/{id}/states'].get.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      required: true,
    })
    const limit = document.paths['/v1/exchange/list'].get.parameters.find(
      ({ name }: { name: string }) => name === 'limit',
    )
    expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
  })

  test('the origin and the password lengths of the installation', () => {
    const other = JSON.parse(
      JSON.stringify(openApiDocument({ server: 'https://a.example', password: { min: 12, max: 64 } })),
    )
    expect(other.servers[0].url).toBe('https://a.example')
    expect(other.components.schemas.NewPassword).toMatchObject({ minLength: 12, maxLength: 64 })
  })
})
