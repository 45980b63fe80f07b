import type { Queryable } from '../../platform/db/database.ts'

export interface Reads {
  readonly db: Queryable
  /** whether tables are distributed over nodes */
  readonly isDistributed: boolean
}

/** Of one thing: its statements name the key. */
export const ofOne = (db: Reads['db']): Reads => ({ db, isDistributed: true })

/** A row for each key that has one: read in one statement, or on a distributed database in one for each key. */
export async function readByKey<Row extends object>(
  { db, isDistributed }: Reads,
  keys: readonly (string | null)[],
  one: (db: Reads['db'], key: string) => Promise<Row[]>,
  together: (db: Reads['db'], keys: readonly string[]) => Promise<(Row & { readonly key: string })[]>,
): Promise<ReadonlyMap<string, Row>> {
  const distinct = [...new Set(keys)].filter(key => key !== null)
  if (distinct.length === 0) return new Map()
  if (!isDistributed) return new Map((await together(db, distinct)).map(row => [row.key, row]))
  const rows = await Promise.all(distinct.map(key => one(db, key)))
  return new Map(distinct.flatMap((key, at) => (rows[at] ?? []).map(row => [key, row] as const)))
}
