/** First reading of a backup: inserts its rows and verifies that it is complete and authentic. */
import pg from 'pg'
import * as v from 'valibot'
import type { Queryable } from '../../platform/db/database.ts'
import { listMigrations } from '../../platform/schema/migrate.ts'
import { ArchiveError } from './archive-format.ts'
import { BACKED_UP_TABLES } from './backup-tables.ts'
import { Manifest, Totals } from './manifest.ts'
import type { ArchiveReader } from './read-archive.ts'
import { advanceUnlockCounters, insertRows, listColumns, setSequence } from './restore-store.ts'

/**
 * Numbers that were assigned between the backup and its restoration are lost, but apps and pages may know them. Sequences
 * skip this many, so that nothing new gets a number that is known already.
 */
const SEQUENCE_GAP = 1_000_000
/**
 * The same for unlock passwords, which a machine accepts once. Below the look-ahead of 100, and above what one account may
 * ask for in a day.
 */
const UNLOCK_COUNTER_GAP = 20

/** Throws for a backup with migrations or columns that this version does not know. */
async function assertKnownSchema(tx: Queryable, { migrations, columns }: Manifest): Promise<void> {
  const knownMigrations = new Set((await listMigrations()).map(({ name }) => name))
  const knownColumns = new Set((await listColumns(tx)).map(({ table, column }) => `${table}.${column}`))
  const isKnown =
    migrations.every(migration => knownMigrations.has(migration)) &&
    Object.entries(columns).every(([table, names]) =>
      names.every(column => knownColumns.has(`${table}.${column}`)),
    )
  if (!isKnown)
    throw new ArchiveError(
      'The backup was made by a newer version of Kerf Passport. Restore it with that version.',
    )
}

async function insertAll(
  tx: Queryable,
  archive: ArchiveReader,
): Promise<{ manifest: Manifest; inserted: Totals; declared: Totals }> {
  let manifest: Manifest | undefined
  const tables: Record<string, number> = Object.fromEntries(BACKED_UP_TABLES.map(table => [table, 0]))
  let pictures = 0
  for await (const { head, body, isLast } of archive.parts()) {
    if (!manifest) {
      manifest = v.parse(Manifest, head)
      await assertKnownSchema(tx, manifest)
    } else if (isLast) return { manifest, inserted: { tables, pictures }, declared: v.parse(Totals, head) }
    else if ('picture' in head) pictures++
    else {
      const table = BACKED_UP_TABLES.find(name => name === head.table)
      const columns = table && manifest.columns[table]
      if (!columns) throw new ArchiveError('The backup contains a part that this version does not know.')
      tables[table] = (tables[table] ?? 0) + (await insertRows(tx, table, columns, body.toString()))
    }
  }
  throw new ArchiveError('The backup is incomplete: its end is missing.')
}

function assertComplete(inserted: Totals, declared: Totals): void {
  const isComplete =
    inserted.pictures === declared.pictures &&
    Object.entries(declared.tables).every(([table, count]) => inserted.tables[table] === count)
  if (!isComplete) throw new ArchiveError('The backup is damaged: it contains less than it declares.')
}

async function advanceCounters(tx: Queryable, { sequences }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    const sequence = `public.${pg.escapeIdentifier(name)}`
    await setSequence(tx, { sequence, last: last ?? '0', gap: SEQUENCE_GAP })
  }
  await advanceUnlockCounters(tx, { gap: UNLOCK_COUNTER_GAP })
}

/** Returns what was inserted; pictures are only counted. Throws an ArchiveError. */
export async function restoreRows(tx: Queryable, archive: ArchiveReader): Promise<Totals> {
  const { manifest, inserted, declared } = await insertAll(tx, archive)
  assertComplete(inserted, declared)
  await advanceCounters(tx, manifest)
  return inserted
}
