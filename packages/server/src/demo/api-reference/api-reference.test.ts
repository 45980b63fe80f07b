import { readFile } from 'node:fs/promises'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiMarkdown } from './api-markdown.ts'
import { apiReferenceRoutes } from './api-reference-routes.ts'

describe('/docs', () => {
  const app = Fastify()
  beforeAll(() => app.register(apiReferenceRoutes, { portal: () => new URL('http://portal.example') }))
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

  test('its first calls are calls of the contract', async () => {
    const { body } = await app.inject('/docs')
    const called = [...body.matchAll(/curl http:\/\/portal\.example(\S+?)(?:<| )/g)].map(([, path]) => path)
    expect(called).toHaveLength(3)
    for (const path of called) expect(Object.values(ENDPOINTS).map(endpoint => endpoint.path)).toContain(path)
  })

  test('serves the browser bundle that the start script calls', async () => {
    expect((await app.inject('/docs/start.js')).body).toMatch(
      /Scalar\.createApiReference[\s\S]*url: '\/v1\/openapi\.json'/,
    )
    expect((await app.inject('/docs/scalar.js')).body).toContain('createApiReference')
  })
})

test('docs/api.md is up to date (else run: node packages/server/src/demo/api-reference/write-api.ts)', async () => {
  const written = await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
  expect(written).toBe(apiMarkdown())
})
