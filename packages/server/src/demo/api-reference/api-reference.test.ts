import { readFile } from 'node:fs/promises'
import { ENDPOINTS } from '@kerf/contract/endpoints'
import { ERRORS } from '@kerf/contract/errors'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { apiMarkdown } from './api-markdown.ts'
import { apiReferenceRoutes } from './api-reference-routes.ts'
import { openApiDocument } from './openapi.ts'

const endpoints = Object.entries(ENDPOINTS)

test('the document holds every call with its body, its answer and its errors', () => {
  // As it is sent: nothing in it may get lost on the way.
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

test('every reference in the document leads somewhere', () => {
  const text = JSON.stringify(openApiDocument())
  const document = JSON.parse(text)
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(
      path.split('/').reduce((at, key) => at?.[key], document),
      path,
    ).toBeDefined()
})

test('the page shows every call and error in both languages, and runs nothing', async () => {
  const app = Fastify()
  await app.register(apiReferenceRoutes)
  const { body, headers } = await app.inject('/docs')
  for (const [, { path }] of endpoints) expect(body).toContain(path)
  for (const { code } of Object.values(ERRORS)) expect(body).toContain(`id="error-${code}"`)
  expect(body).toContain('验证码')
  expect(body).not.toMatch(/<script|<link|src=/)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect((await app.inject('/docs/openapi.json')).json().paths).toHaveProperty('/v1/login')
  await app.close()
})

test('docs/api.md is current (else: node packages/server/src/demo/api-reference/write-api.ts)', async () => {
  const written = await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
  expect(written).toBe(apiMarkdown())
})
