/** What a backup says of itself, at its beginning and at its end. */
import * as v from 'valibot'

export const Manifest = v.object({
  /** names of the migrations of the version that made it */
  migrations: v.array(v.string()),
  /** by table, in their order */
  columns: v.record(v.string(), v.array(v.string())),
  /** the last number given by each sequence; null: none yet */
  sequences: v.record(v.string(), v.nullable(v.string())),
})
export type Manifest = v.InferOutput<typeof Manifest>

/** How much it holds: rows by table, pictures. */
export const Totals = v.object({ tables: v.record(v.string(), v.number()), pictures: v.number() })
export type Totals = v.InferOutput<typeof Totals>
