/** Rows and bytes of every table, with its indexes and partitions. */
import type { Installation } from '../harness/installation.ts'
import { connectOwner } from './data-set.ts'

export interface TableSize {
  readonly table: string
  readonly rows: number
  readonly tableBytes: number
  readonly indexBytes: number
}

export async function measureTables(installation: Installation): Promise<TableSize[]> {
  const owner = await connectOwner(installation)
  try {
    const { rows } = await owner.query<TableSize>(
      `select root.relname::text as "table", sum(greatest(leaf.reltuples, 0))::float8 as rows,
              sum(pg_table_size(leaf.oid))::float8 as "tableBytes", sum(pg_indexes_size(leaf.oid))::float8 as "indexBytes"
         from pg_class leaf
         left join pg_inherits i on i.inhrelid = leaf.oid
         join pg_class root on root.oid = coalesce(i.inhparent, leaf.oid)
        where root.relnamespace = 'public'::regnamespace and leaf.relkind = 'r'
        group by 1 order by 3 desc`,
    )
    return rows
  } finally {
    await owner.end()
  }
}
