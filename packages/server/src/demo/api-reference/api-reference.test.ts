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

  test.each(['en', 'zh'])('its first calls are calls of the contract (%s)', async language => {
    const { body } = await app.inject(`/docs?l=${language}`)
    const called = [...body.matchAll(/curl http:\/\/portal\.example(\S+?)(?:<| )/g)].map(([, path]) => path)
    expect(called).toHaveLength(3)
    for (const path of called) expect(Object.values(ENDPOINTS).map(endpoint => endpoint.path)).toContain(path)
  })

  test('serves the browser bundle that the start script calls', async () => {
    expect((await app.inject('/docs/start.en.js')).body).toMatch(
      /Scalar\.createApiReference[\s\S]*url: '\/v1\/openapi\.json'/,
    )
    expect((await app.inject('/docs/scalar.js')).body).toContain('createApiReference')
  })

  test('is Chinese for a Chinese browser, with a Chinese name of every call and group', async () => {
    const { body } = await app.inject({ url: '/docs', headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })
    expect(body).toContain('<html lang="zh">')
    expect(body).toContain('三步完成首次调用')
    const start = (await app.inject('/docs/start.zh.js')).body
    const url = /url: '([^']+)'/.exec(start)?.[1] ?? ''
    const document = (await app.inject(url)).json()
    for (const { name } of document.tags) expect(name).toMatch(/[\u3400-\u9fff]|^OpenID Connect$/)
    const operations = Object.values<Record<string, { operationId: string; summary: string }>>(document.paths)
      .flatMap(methods => Object.values(methods))
      .filter(({ operationId }) => operationId in ENDPOINTS)
    expect(operations).toHaveLength(Object.keys(ENDPOINTS).length)
    for (const { operationId, summary } of operations) expect(summary, operationId).toMatch(/[\u3400-\u9fff]/)
  })
})

test('docs/api.md is up to date (else run: node packages/server/src/demo/api-reference/write-api.ts)', async () => {
  const written = await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
  expect(written).toBe(apiMarkdown())
})
