/** What a migration does to the tables of a database, for an operator who decides when to upgrade. */

import { type Migration, splitStatements } from './apply-migration.ts'

/**
 * `none`: calls go on. `moment`: calls of the table wait for milliseconds, at most 250 ms a try. `long`: writes or all calls of the
 * table wait for as long as the step takes.
 */
export type MigrationLock = 'none' | 'moment' | 'long'

export interface MigrationStep {
  readonly action: string
  /** an existing table whose size decides how long the step takes */
  readonly table?: string
  readonly lock: MigrationLock
  /** the step writes an index of the table, or rows of it again */
  readonly needsDisk?: boolean
}

interface Rule {
  readonly pattern: RegExp
  describe(match: RegExpExecArray, created: ReadonlySet<string>): MigrationStep
}

const nameOf = (match: RegExpExecArray): string => match[1] ?? ''

/** The first that matches. */
const RULES: readonly Rule[] = [
  {
    pattern: /^create (?:unlogged )?table (?:if not exists )?(\w+)/i,
    describe: match => ({ action: `creates table ${nameOf(match)}`, lock: 'none' }),
  },
  {
    pattern:
      /^create (?:or replace )?function (\w+)|^drop function (?:if exists )?(\w+)|^revoke execute on function (\w+)/i,
    describe: match => ({ action: `changes function ${match[1] ?? match[2] ?? match[3]}`, lock: 'none' }),
  },
  {
    pattern: /^create (?:unique )?index concurrently (?:if not exists )?\w+ on (\w+)/i,
    describe: match => ({
      action: `builds an index of ${nameOf(match)} beside calls`,
      table: nameOf(match),
      lock: 'none',
      needsDisk: true,
    }),
  },
  {
    pattern: /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/i,
    describe: (match, created) =>
      created.has(nameOf(match))
        ? { action: `builds an index of ${nameOf(match)}, which is empty`, lock: 'none' }
        : {
            action: `builds an index of ${nameOf(match)}: its writes wait`,
            table: nameOf(match),
            lock: 'long',
            needsDisk: true,
          },
  },
  {
    pattern: /^alter table (\w+)\s+validate constraint/i,
    describe: match => ({
      action: `reads ${nameOf(match)} beside calls`,
      table: nameOf(match),
      lock: 'none',
    }),
  },
  {
    pattern: /^alter table (?:if exists )?(\w+)/i,
    describe: (match, created) => ({
      action: `changes the definition of ${nameOf(match)}`,
      lock: created.has(nameOf(match)) ? 'none' : 'moment',
    }),
  },
  {
    pattern: /^(?:with [\s\S]*?\b)?(?:update|insert into|delete from) (\w+)/i,
    describe: (match, created) =>
      created.has(nameOf(match))
        ? { action: `fills ${nameOf(match)}`, lock: 'none' }
        : {
            action: `changes rows of ${nameOf(match)}: their other writers wait`,
            table: nameOf(match),
            lock: 'long',
            needsDisk: true,
          },
  },
  {
    pattern: /^(?:create|drop) trigger[\s\S]*? on (\w+)/i,
    describe: match => ({ action: `changes a trigger of ${nameOf(match)}`, lock: 'moment' }),
  },
  {
    pattern: /^select keep_\w+\(/i,
    describe: () => ({ action: 'creates partitions ahead', lock: 'moment' }),
  },
  {
    pattern: /^select partition_by_month\('(\w+)'\)/i,
    describe: match => ({
      action: `makes ${nameOf(match)} the first partition of a table with one partition a month; no row is read or moved`,
      lock: 'moment',
    }),
  },
  {
    pattern: /^select (\w+)\(/i,
    describe: match => ({ action: `calls ${nameOf(match)}`, lock: 'moment' }),
  },
  {
    pattern: /validate constraint/i,
    describe: () => ({ action: 'reads a table beside calls, to validate a constraint', lock: 'none' }),
  },
]

/** The steps in order, equal ones once. */
export function describeMigration(migration: Pick<Migration, 'sql'>): readonly MigrationStep[] {
  const created = new Set<string>()
  const steps = new Map<string, MigrationStep>()
  for (const statement of splitStatements(migration.sql)) {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/i.exec(statement)?.[1]
    if (table !== undefined) created.add(table)
    const step: MigrationStep = RULES.flatMap(({ pattern, describe }) => {
      const match = pattern.exec(statement)
      return match ? [describe(match, created)] : []
    })[0] ?? {
      action: statement.startsWith('do ') ? 'changes definitions' : `runs: ${statement.split('\n', 1)[0]}`,
      lock: 'moment',
    }
    steps.set(step.action, step)
  }
  return [...steps.values()]
}
