import { createBenefit, listBenefits } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../command-context.ts'
import { collect, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { table } from '../output/table.ts'

const DAYS_MAX = 99_999

export function addBenefitCommands({ program, action }: CommandRegistry): void {
  const benefit = program.command('benefit').description('Manages the benefits that codes grant.')

  benefit
    .command('create')
    .description('Creates a benefit that redemption codes can grant.')
    .requiredOption('--name-en <name>', 'name in English', requiredText)
    .requiredOption('--name-zh <name>', 'name in Chinese', requiredText)
    .requiredOption(
      '--days <n>',
      'how many days it lasts from its redemption; 0: without end',
      wholeNumber(0, DAYS_MAX),
    )
    .option(
      '--app <code>',
      'app that honors it and receives its events; repeat it for each app (default: all)',
      collect,
    )
    .action(
      action(async ({ operator, open }, { nameEn, nameZh, days, app = [] }) => {
        const { db } = await open()
        const created = await createBenefit(db, { nameEn, nameZh, days, apps: app, operator })
        return {
          json: created,
          text: `${created.id}  ${created.nameEn}  ${created.nameZh}  ${duration(created.days)}`,
        }
      }),
    )

  benefit
    .command('list')
    .description('Lists the benefits.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const rows = await listBenefits(db, operator)
        return {
          json: rows,
          text: table(
            ['ID', 'ENGLISH', 'CHINESE', 'DURATION', 'APPS', 'CREATED'],
            rows.map(({ id, nameEn, nameZh, days, apps, createdAt }) => [
              id,
              nameEn,
              nameZh,
              duration(days),
              apps.join(' ') || 'all',
              isoTime(createdAt),
            ]),
            'There are no benefits.',
          ),
        }
      }),
    )
}

const duration = (days: number): string => (days === 0 ? 'without end' : `${days} days`)
