import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiMarkdown } from './api-markdown.ts'
import { apiReferenceRoutes } from './api-reference-routes.ts'

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
