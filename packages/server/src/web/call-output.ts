/** Parses the output of a call by the schema of its endpoint: unknown fields do not leave the server. */
import type { GenericSchema, InferOutput } from 'valibot'
import * as v from 'valibot'

/** Rows of the outermost lists that an issue is in, by list. */
type InvalidRows = Map<readonly unknown[], Set<number>>

/** Undefined if an issue is in no list. */
function findInvalidRows(issues: readonly v.BaseIssue<unknown>[]): InvalidRows | undefined {
  const rows: InvalidRows = new Map()
  for (const { path } of issues) {
    const item = path?.find(({ type }) => type === 'array')
    if (item?.type !== 'array') return undefined
    const list: readonly unknown[] = item.input
    rows.set(list, (rows.get(list) ?? new Set()).add(item.key))
  }
  return rows
}

function withoutRows(value: unknown, rows: InvalidRows): unknown {
  if (Array.isArray(value)) {
    const invalid = rows.get(value)
    return invalid === undefined ? value : value.filter((_, index) => !invalid.has(index))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutRows(part, rows)]))
}

/** `items.at` for the field `at` of a row of `items`. Contains no values. */
const fieldOf = ({ path }: v.BaseIssue<unknown>): string =>
  (path ?? []).flatMap(({ type, key }) => (type === 'array' ? [] : [String(key)])).join('.')

export interface LeftOutRows {
  readonly rows: number
  /** fields that break the schema */
  readonly fields: readonly string[]
}

/**
 * A row of a list that breaks the schema, such as one that was changed by hand, is left out and reported: it must not hide the other
 * rows. Throws for output that is invalid elsewhere, which is an error of the handler.
 */
export function parseOutput<S extends GenericSchema>(
  schema: S,
  data: unknown,
  onLeftOut: (leftOut: LeftOutRows) => void,
): InferOutput<S> {
  try {
    return v.parse(schema, data)
  } catch (error) {
    if (!(error instanceof v.ValiError)) throw error
    const rows = findInvalidRows(error.issues)
    if (rows === undefined) throw error
    const output = v.parse(schema, withoutRows(data, rows))
    onLeftOut({
      rows: [...rows.values()].reduce((sum, { size }) => sum + size, 0),
      fields: [...new Set(error.issues.map(fieldOf))],
    })
    return output
  }
}
