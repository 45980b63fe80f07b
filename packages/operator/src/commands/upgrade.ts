import {
  type PendingMigration,
  planUpgrade,
  runMigrations,
  type UpgradePlan,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'

const MEGABYTE = 1_000_000
const LOCKS = { none: 'no lock', moment: 'a lock for a moment', long: 'LONG LOCK' } as const

const renderMigration = ({ name, steps }: PendingMigration): string[] => [
  `  ${name}`,
  ...steps.map(({ action, lock, rows, bytes }) => {
    const size = rows === undefined ? '' : `, about ${rows} rows, ${((bytes ?? 0) / MEGABYTE).toFixed(1)} MB`
    return `    - ${action} (${LOCKS[lock]}${size})`
  }),
]

function render({ pending, newer, changed, whileServing, diskBytes, transactions }: UpgradePlan): string {
  if (changed.length > 0)
    return `This version cannot migrate the database. Changed after they were applied: ${changed.join(', ')}.`
  const lines =
    pending.length === 0
      ? ['The schema is up to date.']
      : ['Pending migrations:', ...pending.flatMap(renderMigration)]
  if (newer.length > 0)
    lines.push(
      `The database was migrated by a newer version (${newer.join(', ')}). Servers of this version can serve beside it.`,
    )
  if (pending.length > 0)
    lines.push(
      whileServing
        ? 'They can run while servers serve.'
        : 'Steps with a long lock hold up calls: run `kerf migrate` when few people are there.',
      `Disk space: at most ${(diskBytes / MEGABYTE).toFixed(1)} MB more.`,
    )
  for (const { application, pid, seconds } of transactions)
    lines.push(
      `A migration may have to wait for ${application || 'a client'} (process ${pid}), open for ${seconds} s.`,
    )
  return lines.join('\n')
}

export function addUpgradeCommands({ program, action }: CommandRegistry): void {
  program
    .command('migrate')
    .description(
      'Migrates the database to this version, as the start of a server does. Servers keep running.',
    )
    .option('--dry-run', 'list the pending migrations and change nothing')
    .action(
      action(async ({ env, root, note }, { dryRun = false }) => {
        if (dryRun) {
          const { pending } = await planUpgrade(env, root)
          const names = pending.map(({ name }) => name)
          return {
            json: { applied: [], pending: names },
            text: names.length === 0 ? 'The schema is up to date.' : `Pending: ${names.join(', ')}`,
          }
        }
        const { applied } = await runMigrations(env, root, note)
        return {
          json: { applied, pending: [] },
          text: applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`,
        }
      }),
    )

  program
    .command('upgrade')
    .description('Helps to change the version.')
    .command('check')
    .description(
      'Tells what the pending migrations do, which locks and disk space they take, and what they would wait for.',
    )
    .action(
      action(async ({ env, root }) => {
        const plan = await planUpgrade(env, root)
        return { json: plan, text: render(plan), success: plan.changed.length === 0 }
      }),
    )
}
