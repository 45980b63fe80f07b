/** Parses the input of a call by the schema of its endpoint. */
import type { Endpoint } from '@kerf/contract/endpoint'
import { asFieldErrorKey, type FieldErrorKey } from '@kerf/contract/field-errors'
import { IDEMPOTENCY_HEADER } from '@kerf/contract/headers'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../platform/errors/api-error.ts'

/** Throws `bad_request` with the error of each field. A repeated query parameter is an array, which no schema accepts (S-035). */
export function parseInput(schema: Endpoint['input'], raw: unknown): unknown {
  if (schema === undefined) return undefined
  // The schema library reads a list as an object without fields.
  if (Array.isArray(raw)) throw new ApiError('bad_request', { fields: { _: 'invalid' } })
  const result = v.safeParse(schema, raw === undefined ? {} : raw)
  if (result.success) return result.output
  // No prototype: a field can be named `constructor`.
  const fields: Record<string, FieldErrorKey> = Object.create(null)
  for (const issue of result.issues) {
    const name = issue.path?.map((item: { key: unknown }) => String(item.key)).join('.') || '_'
    fields[name.slice(0, 64)] ??=
      issue.type === 'strict_object' && issue.expected === 'never' ? 'unknown_field' : fieldErrorOf(issue)
  }
  throw new ApiError('bad_request', { fields })
}

/** The schema library reports a missing key with its own message: mapped to 'required'. */
function fieldErrorOf(issue: { message: string; input: unknown; kind: string }): FieldErrorKey {
  const key = asFieldErrorKey(issue.message)
  return key === 'invalid' && issue.input === undefined ? 'required' : key
}

export const NO_FILE = Buffer.alloc(0)

/** Throws `file_type` if the call does not accept the body's media type. */
export function fileOf({ fileBody }: Endpoint, request: FastifyRequest): Buffer {
  if (!fileBody) return NO_FILE
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!fileBody.types.includes(type) || !Buffer.isBuffer(request.body)) throw new ApiError('file_type')
  return request.body
}

/** Throws `bad_request` unless the key is 1 to 128 visible ASCII characters. */
export function idempotencyKeyOf({ idempotent }: Endpoint, request: FastifyRequest): string | undefined {
  if (!idempotent) return undefined
  const given = request.headers[IDEMPOTENCY_HEADER.toLowerCase()]
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(given))
    throw new ApiError('bad_request', { fields: { [IDEMPOTENCY_HEADER]: 'invalid' } })
  return given
}

/** Maps Fastify's upload errors to errors of the catalog. */
export const fileOptions = (
  bodyLimit: number,
): Pick<RouteShorthandOptions, 'bodyLimit' | 'errorHandler'> => ({
  bodyLimit,
  errorHandler(error) {
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new ApiError('file_type')
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new ApiError('file_size')
    throw error
  },
})
