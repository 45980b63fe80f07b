import type { FastifyRequest } from 'fastify'

/** A query parameter that occurs exactly once and is not empty (S-035). */
export function singleParameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
