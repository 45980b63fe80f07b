/** What a call was sent, judged by its endpoint's schema. */
import type { Endpoint } from '@kerf/contract/endpoint'
import { asFieldErrorKey, type FieldErrorKey } from '@kerf/contract/field-errors'
import { IDEMPOTENCY_HEADER } from '@kerf/contract/headers'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../errors/api-error.ts'

/** Throws 20001 with the fault of each field. Parameters given twice arrive as arrays and fit no schema (S-035). */
export function parseInput(schema: Endpoint['input'], raw: unknown): unknown {
  if (schema === undefined) return undefined
  const result = v.safeParse(schema, raw ?? {})
  if (result.success) return result.output
  // Without a prototype: a field may be called `constructor`.
  const fields: Record<string, FieldErrorKey> = Object.create(null)
  for (const issue of result.issues) {
    const name = issue.path?.map((item: { key: unknown }) => String(item.key)).join('.') || '_'
    fields[name.slice(0, 64)] ??=
      issue.type === 'strict_object' && issue.expected === 'never' ? 'unknown_field' : faultOf(issue)
  }
  throw new ApiError('bad_request', { fields })
}

/** A missing key of an object carries the library's own words: it reads as required. */
function faultOf(issue: { message: string; input: unknown; kind: string }): FieldErrorKey {
  const fault = asFieldErrorKey(issue.message)
  return fault === 'invalid' && issue.input === undefined ? 'required' : fault
}

export const NO_FILE = Buffer.alloc(0)

/** Throws 20601 for a body that is not of a type the call takes. */
export function fileOf({ fileBody }: Endpoint, request: FastifyRequest): Buffer {
  if (!fileBody) return NO_FILE
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!fileBody.types.includes(type) || !Buffer.isBuffer(request.body)) throw new ApiError('file_type')
  return request.body
}

/** Throws 20001 for one that is no plain word. */
export function idempotencyKeyOf({ idempotent }: Endpoint, request: FastifyRequest): string | undefined {
  if (!idempotent) return undefined
  const given = request.headers[IDEMPOTENCY_HEADER.toLowerCase()]
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(given))
    throw new ApiError('bad_request', { fields: { [IDEMPOTENCY_HEADER]: 'invalid' } })
  return given
}

/** The transport's own refusals of a file, in the catalogue's words. */
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
