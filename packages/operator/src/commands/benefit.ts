import { createBenefit, editBenefit, listBenefits, retireBenefit } from '@kerf/server/operations/index'
import { type CommandRegistry, UsageError } from '../input/command-context.ts'
import { collect, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

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
      'how many days it lasts from its redemption; 0: no expiration',
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
    .command('edit')
    .description('Changes the names of a benefit or the apps that honor it, for those who have it too.')
    .argument('<ID>', 'see "kerf benefit list"')
    .option('--name-en <name>', 'name in English', requiredText)
    .option('--name-zh <name>', 'name in Chinese', requiredText)
    .option('--app <code>', 'app that honors it; repeat it for each app', collect)
    .option('--all-apps', 'all apps honor it')
    .action(
      action(async ({ operator, open }, id, { nameEn, nameZh, app, allApps = false }) => {
        if (allApps && app) throw new UsageError('Give either --app or --all-apps.')
        const { db } = await open()
        const apps = allApps ? [] : app
        const changed = await editBenefit(db, { id, nameEn, nameZh, apps, operator })
        return {
          json: changed,
          text: `${changed.id}  ${changed.nameEn}  ${changed.nameZh}  ${changed.apps.join(' ') || 'all apps'}`,
        }
      }),
    )

  benefit
    .command('retire')
    .description(
      'Stops the creation of codes for a benefit. Codes that were given out can still be redeemed.',
    )
    .argument('<ID>', 'see "kerf benefit list"')
    .action(
      action(async ({ operator, open, confirm }, id) => {
        await confirm(`No more codes can be created for ${id}. Continue?`)
        const { db } = await open()
        const retired = await retireBenefit(db, id, operator)
        return {
          json: retired,
          text: `${id} is retired. "kerf codes revoke" ends codes that were given out.`,
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
        return listOutput(rows, 'There are no benefits.', {
          ID: row => row.id,
          ENGLISH: row => row.nameEn,
          CHINESE: row => row.nameZh,
          DURATION: row => duration(row.days),
          APPS: row => row.apps.join(' ') || 'all',
          CREATED: row => isoTime(row.createdAt),
          RETIRED: row => isoTime(row.retiredAt),
        })
      }),
    )
}

const duration = (days: number): string => (days === 0 ? 'no expiration' : `${days} days`)
