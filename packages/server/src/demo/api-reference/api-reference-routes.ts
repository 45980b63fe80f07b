/** `/docs` and `/docs/openapi.json`. Registered in development only (S-128). */
import type { FastifyInstance } from 'fastify'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export async function apiReferenceRoutes(app: FastifyInstance): Promise<void> {
  // Loaded when looked at: describing every schema costs memory that nobody else needs.
  app.get('/docs', async (_request, reply) => {
    const { docsHtml } = await import('./api-reference-html.ts')
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(docsHtml())
  })
  app.get('/docs/openapi.json', async () => (await import('./openapi.ts')).openApiDocument())
}
