/** First and last part of a backup. */
import * as v from 'valibot'

/** Describes the database that the backup was made from. First part of the archive. */
export const Manifest = v.object({
  /** names of the migrations of the version that made the backup */
  migrations: v.array(v.string()),
  /** columns of each table, in order */
  columns: v.record(v.string(), v.array(v.string())),
  /** last value of each sequence; null: not used yet */
  sequences: v.record(v.string(), v.nullable(v.string())),
})
export type Manifest = v.InferOutput<typeof Manifest>

/** Number of rows by table and of pictures. Last part of the archive. */
export const Totals = v.object({ tables: v.record(v.string(), v.number()), pictures: v.number() })
export type Totals = v.InferOutput<typeof Totals>
