import pg from 'pg'
import { expect, test } from 'vitest'
import { findTable, listTables, TABLES, tableEntries } from '../../src/tables/register.ts'
import { createTestDatabase } from '../support/test-database.ts'

/** Rows that a process of any other account could violate: none may stand in the way of the shards. */
const BLOCKED_KEYS = `
  select c.relname::text as table, i.indexrelid::regclass::text as index,
         array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
   where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`

test('has a row for every table, and no key or trigger is in the way of its placement', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const names = await client.query<{ name: string }>(
      `select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const tables = names.rows.map(({ name }) => name)
    const own = tables.filter(name => !name.startsWith('citus_'))
    expect(Object.keys(TABLES).sort()).toEqual(own)

    const keys = await client.query<{ table: string; index: string; columns: string[] }>(BLOCKED_KEYS)
    const withoutColumn = keys.rows.filter(({ table, columns }) => {
      const placement = findTable(table)?.placement
      return placement && 'column' in placement && !columns.includes(placement.column)
    })
    expect(withoutColumn).toEqual([])

    // A partitioned table without a unique column has no such key.
    const unknownKeys = tableEntries().filter(([table, { expiry }]) => {
      const known = keys.rows.filter(key => key.table === table).map(({ columns }) => columns.sort().join())
      return expiry && known.length > 0 && !known.includes(Object.keys(expiry.key).sort().join())
    })
    expect(unknownKeys).toEqual([])

    const triggers = await client.query<{ table: string }>(
      `select distinct c.relname::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
        where c.relnamespace = 'public'::regnamespace and p.pronamespace = c.relnamespace and not c.relispartition`,
    )
    const foreignKeys = await client.query(
      `select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    expect(triggers.rows.filter(({ table }) => findTable(table)?.placement.kind !== 'coordinator')).toEqual(
      [],
    )
    expect(foreignKeys.rows).toEqual([])

    const numbered = await client.query<{ table: string }>(
      `select table_name::text as table from information_schema.columns
        where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval%') order by 1`,
    )
    expect(
      numbered.rows
        .map(({ table }) => table)
        .filter(table => (findTable(table)?.placement.kind ?? 'coordinator') !== 'coordinator'),
    ).toEqual(listTables(({ numbered }) => numbered === true).sort())
  } finally {
    await client.end()
    await database.drop()
  }
})
