/** `/docs` and `/docs/openapi.json`. Registered in development only (S-128). */
import type { FastifyInstance } from 'fastify'
import { docsHtml } from './docs-html.ts'
import { openApiDocument } from './openapi.ts'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export async function docsPage(app: FastifyInstance): Promise<void> {
  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(docsHtml()),
  )
  app.get('/docs/openapi.json', async () => openApiDocument())
}
