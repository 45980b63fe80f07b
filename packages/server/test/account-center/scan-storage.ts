/** Searches every column of every table, and every file of a folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../support/test-server.ts'

interface Table {
  readonly name: string
  readonly has_uid: boolean
}

/** Every table of the product and of the job queue, by `schema.name`. Partitions are read through their table. */
export const listTables = (server: TestServer): Promise<Table[]> =>
  server.sql<Table & { name: string; has_uid: boolean }>(
    `select format('%I.%I', t.table_schema, t.table_name) as name,
            exists (select from information_schema.columns c where c.table_schema = t.table_schema
                       and c.table_name = t.table_name and c.column_name = 'uid') as has_uid
       from information_schema.tables t
       join pg_class p on p.oid = format('%I.%I', t.table_schema, t.table_name)::regclass and not p.relispartition
      where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
      order by 1`,
  )

/** Each table with one of the words in any column, as `table: word`, ignoring letter case. */
export async function findInTables(server: TestServer, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await listTables(server)) {
    // A whole row as text: bytea in hexadecimal, JSON unchanged.
    const rows = await server.sql<{ word: string }>(
      `select distinct word from ${name} t, unnest($1::text[]) word
        where position(lower(word) in lower(t::text)) > 0`,
      words,
    )
    found.push(...rows.map(({ word }) => `${name}: ${word}`))
  }
  return found
}

/** All rows of an account as text by table: they must not change by another account's requests. */
export async function readAccountRows(
  server: TestServer,
  uid: string,
): Promise<Readonly<Record<string, string[]>>> {
  const rows: Record<string, string[]> = {}
  for (const { name, has_uid } of await listTables(server)) {
    if (!has_uid) continue
    const texts = await server.sql<{ row: string }>(
      `select t::text as row from ${name} t where uid = $1 order by 1`,
      uid,
    )
    rows[name] = texts.map(({ row }) => row)
  }
  return rows
}

/** The paths of all files below a folder. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

export const findInFiles = (folder: string, words: readonly string[]): string[] =>
  listFiles(folder).flatMap(path => {
    const content = `${path}\n${readFileSync(path, 'latin1')}`.toLowerCase()
    return words.filter(word => content.includes(word.toLowerCase())).map(word => `${path}: ${word}`)
  })
