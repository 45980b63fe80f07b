/** Migrates the database without a server, and tells beforehand what that would do. */
import type { Environment } from '../../platform/config/read-settings.ts'
import { describeMigration, type MigrationStep } from '../../platform/schema/describe-migration.ts'
import { listMigrations, migrate } from '../../platform/schema/migrate.ts'
import { missingMigrations } from '../../platform/schema/migration-store.ts'
import {
  findAppliedMigrations,
  type LongTransaction,
  listLongTransactions,
  listTableSizes,
  type TableSize,
} from './upgrade-report-store.ts'
import { withOwner } from './with-owner.ts'

export interface PendingMigration {
  readonly name: string
  readonly steps: readonly (MigrationStep & Partial<TableSize>)[]
}

export interface UpgradePlan {
  readonly pending: readonly PendingMigration[]
  /** migrations of a newer version, beside which this one can serve */
  readonly newer: readonly string[]
  /** migrations that differ from those that were applied: this version cannot migrate the database */
  readonly changed: readonly string[]
  /** whether servers may serve meanwhile */
  readonly whileServing: boolean
  /** disk space of the steps, estimated from above */
  readonly diskBytes: number
  readonly transactions: readonly LongTransaction[]
}

export interface MigrationRun {
  readonly applied: readonly string[]
}

const LONG_TRANSACTION_SECONDS = 5

export function planUpgrade(env: Environment, root: string): Promise<UpgradePlan> {
  return withOwner(env, root, async db => {
    const missing = new Set(await missingMigrations(db))
    const migrations = await listMigrations()
    const own = new Map(migrations.map(({ name, hash }) => [name, hash]))
    const isEmpty = missing.size === migrations.length
    const applied = isEmpty ? [] : await findAppliedMigrations(db)
    const described = migrations
      .filter(({ name }) => missing.has(name))
      .map(migration => ({ name: migration.name, steps: describeMigration(migration) }))
    const tables = described.flatMap(({ steps }) => steps.flatMap(({ table }) => (table ? [table] : [])))
    const sizes = new Map((await listTableSizes(db, { tables })).map(size => [size.table, size]))
    const pending = described.map(({ name, steps }) => ({
      name,
      steps: steps.map(step => ({ ...step, ...(step.table !== undefined && sizes.get(step.table)) })),
    }))
    const all = pending.flatMap(({ steps }) => steps)
    return {
      pending,
      newer: applied.flatMap(({ name }) => (own.has(name) ? [] : [name])),
      changed: applied.flatMap(({ name, hash }) => (own.has(name) && own.get(name) !== hash ? [name] : [])),
      // The tables of an empty database have no callers.
      whileServing: isEmpty || all.every(({ lock, rows = 0 }) => lock !== 'long' || rows === 0),
      diskBytes: all.reduce((sum, { needsDisk, bytes = 0 }) => sum + (needsDisk ? bytes : 0), 0),
      transactions: await listLongTransactions(db, { minSeconds: LONG_TRANSACTION_SECONDS }),
    }
  })
}

/** `report` receives what the migration waits for. */
export function runMigrations(
  env: Environment,
  root: string,
  report: (message: string) => void,
): Promise<MigrationRun> {
  return withOwner(env, root, async (db, ownerUrl) => {
    const applied = await missingMigrations(db)
    await migrate(ownerUrl, { report, again: true })
    return { applied }
  })
}
