import {
  type DistributionPlan,
  describeStep,
  distribute,
  planDistribution,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { wholeNumber } from '../input/option-values.ts'

const SHARDS_MAX = 1_024

const refused = (refusals: readonly string[]): string =>
  ['The database cannot be distributed:', ...refusals.map(reason => `  - ${reason}`)].join('\n')

function renderPlan({ steps, lacksTwoPhase, refusals }: DistributionPlan): string {
  if (refusals.length > 0) return refused(refusals)
  if (steps.length === 0)
    return lacksTwoPhase
      ? 'Every table is where it belongs. Would let changes and their audit rows commit in two phases.'
      : 'Every table is where it belongs.'
  return ['Would move these tables:', ...steps.map(step => `  ${step.table}: ${describeStep(step)}`)].join(
    '\n',
  )
}

export function addDbCommands({ program, action }: CommandRegistry): void {
  program
    .command('db')
    .description('Changes where the database keeps its tables.')
    .command('distribute')
    .description(
      'Spreads the tables over the workers of a Citus cluster. Servers must be stopped. A run that was interrupted is continued by the next one.',
    )
    .option('--dry-run', 'list what would be moved, or why nothing can be, and change nothing')
    .option(
      '--shards <n>',
      'parts of each table, which can be moved between workers later',
      wholeNumber(1, SHARDS_MAX),
      32,
    )
    .action(
      action(async ({ env, root, note }, { dryRun = false, shards }) => {
        if (dryRun) {
          const plan = await planDistribution(env, root)
          return { json: plan, text: renderPlan(plan), success: plan.refusals.length === 0 }
        }
        const { changed, refusals } = await distribute(env, root, note, shards)
        const text =
          changed.length === 0 ? 'Every table is where it belongs.' : `Moved ${changed.length} tables.`
        return {
          json: { changed, refusals },
          text: refusals.length > 0 ? refused(refusals) : text,
          success: refusals.length === 0,
        }
      }),
    )
}
