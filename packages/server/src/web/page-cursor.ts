import { ApiError } from '../platform/errors/api-error.ts'

/** For a cursor that no page has returned. */
export const invalidCursor = (): ApiError => new ApiError('bad_request', { fields: { cursor: 'invalid' } })

/** The id in a cursor of a list that is ordered by id; undefined: the first page. Throws `bad_request`. */
export function parseIdCursor(cursor: string | undefined): string | undefined {
  // 19 digits can exceed a bigint.
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw invalidCursor()
  return cursor
}
