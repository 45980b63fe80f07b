import { readFile } from 'node:fs/promises'
import { ENDPOINTS } from '@kerf/contract/endpoints'
import { ERRORS } from '@kerf/contract/errors'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiMarkdown } from './api-markdown.ts'
import { apiReferenceRoutes } from './api-reference-routes.ts'
import { openApiDocument } from './openapi.ts'

const endpoints = Object.entries(ENDPOINTS)

test('the document describes every call with its body, its response and its errors', () => {
  // Through JSON, as it is sent.
  const document = JSON.parse(JSON.stringify(openApiDocument()))
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(path =>
    Object.values(path),
  )
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    endpoints.map(([name]) => name).sort(),
  )
  const login = document.paths['/v1/login'].post
  expect(login.requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
    required: ['email', 'password'],
    additionalProperties: false,
  })
  expect(login.responses['200'].content['application/json'].schema.properties.data.required).toEqual([
    'utoken',
    'uid',
  ])
  expect(login.responses['401'].description).toContain('20111 incorrect_account')
  expect(login.security).toEqual([])
  expect(document.paths['/v1/user/basic'].get.security).toEqual([{ utoken: [] }])
  expect(document.paths['/v1/ticket/redeem'].post.security).toEqual([{ basic: [] }])
  expect(document.paths['/v1/region/country/{id}/states'].get.parameters[0]).toMatchObject({
    name: 'id',
    in: 'path',
  })
})

test('every $ref of the document resolves', () => {
  const text = JSON.stringify(openApiDocument())
  const document = JSON.parse(text)
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(
      path.split('/').reduce((at, key) => at?.[key], document),
      path,
    ).toBeDefined()
})

test('the document lists the error catalog in both languages', () => {
  const { description } = openApiDocument().info as { description: string }
  for (const { code } of Object.values(ERRORS)) expect(description).toContain(`**${code}**`)
  expect(description).toContain('验证码')
})

describe('/docs', () => {
  const app = Fastify()
  beforeAll(() => app.register(apiReferenceRoutes))
  afterAll(() => app.close())

  test('loads its scripts from this server and has no inline script', async () => {
    const { body, headers } = await app.inject('/docs')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
    expect(body).not.toMatch(/<script(?![^>]* src="\/docs\/)/)
    for (const [, path = ''] of body.matchAll(/<script src="([^"]+)"/g)) {
      const script = await app.inject(path)
      expect(script.statusCode, path).toBe(200)
      expect(script.headers['content-type']).toContain('text/javascript')
    }
  })

  test('serves the browser bundle that the start script calls, and the document', async () => {
    expect((await app.inject('/docs/start.js')).body).toContain('Scalar.createApiReference')
    expect((await app.inject('/docs/scalar.js')).body).toContain('createApiReference')
    expect((await app.inject('/docs/openapi.json')).json().paths).toHaveProperty('/v1/login')
  })
})

test('docs/api.md is up to date (else run: node packages/server/src/demo/api-reference/write-api.ts)', async () => {
  const written = await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
  expect(written).toBe(apiMarkdown())
})
