import { Option } from '@commander-js/extra-typings'
import {
  createBenefit,
  editBenefit,
  giveBenefit,
  listBenefits,
  listUserRedemptions,
  moveRedemption,
  retireBenefit,
  takeBenefit,
  undoRedemption,
} from '@kerf/server/operations/index'
import { type CommandRegistry, UsageError } from '../input/command-context.ts'
import { collect, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const DAYS_MAX = 99_999
const ACCOUNT = '<UID|EMAIL>'
const ACCOUNT_HELP = 'user ID or email address of a personal account'
const ID_HELP = 'see "kerf redemption list", or "kerf codes show"'

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
    .command('give')
    .description(
      'Gives a benefit to an account without a code. The owner gets an email, and apps learn of it.',
    )
    .argument('<ID>', 'see "kerf benefit list"')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .option('--days <n>', 'instead of the days of the benefit; 0: no expiration', wholeNumber(0, DAYS_MAX))
    .action(
      action(async ({ operator, open, confirm }, id, who, { days }) => {
        await confirm(`${who} gets the benefit ${id} from now on. Continue?`)
        const given = await giveBenefit(await open(), { who, benefit: id, days, operator })
        return { json: given, text: `${given.uid} has ${id} ${until(given.expiresAt)}.` }
      }),
    )

  benefit
    .command('take')
    .description('Ends one benefit of an account now. The owner gets an email, and apps learn of it.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .argument('<REDEMPTION>', 'see "kerf redemption list"')
    .action(
      action(async ({ operator, open, confirm }, who, id) => {
        await confirm(`The benefit of redemption ${id} of ${who} ends now. Continue?`)
        const taken = await takeBenefit(await open(), { who, id, operator })
        return { json: taken, text: `${taken.benefit} of ${taken.uid} has ended.` }
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

const until = (end: number | null): string => (end === null ? 'without an end' : `until ${isoTime(end)}`)

const duration = (days: number): string => (days === 0 ? 'no expiration' : `${days} days`)

export function addRedemptionCommands({ program, action }: CommandRegistry): void {
  const redemption = program
    .command('redemption')
    .description('Lists, undoes and moves what an account has redeemed.')

  redemption
    .command('list')
    .description('Lists what an account has redeemed, and benefits that operators gave, newest first.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .action(
      action(async ({ operator, open }, who) => {
        const { db } = await open()
        const { redemptions } = await listUserRedemptions(db, who, operator)
        return listOutput(redemptions, 'The account has redeemed nothing.', {
          ID: row => row.id,
          BENEFIT: row => row.benefit,
          NAME: row => row.nameEn,
          FROM: row => isoTime(row.at),
          UNTIL: row => isoTime(row.expiresAt),
        })
      }),
    )

  redemption
    .command('undo')
    .description('Undoes a redemption. The owner gets an email, and apps learn of it.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .argument('<REDEMPTION>', ID_HELP)
    .addOption(
      new Option(
        '--code <state>',
        'what becomes of the code: anybody who has it may redeem it again, or nobody',
      )
        .choices(['unused', 'void'] as const)
        .makeOptionMandatory(),
    )
    .action(
      action(async ({ operator, open, confirm }, who, id, { code }) => {
        await confirm(`The benefit of redemption ${id} of ${who} ends, and its code is ${code}. Continue?`)
        const undone = await undoRedemption(await open(), { who, id, code, operator })
        const { uid, benefit, batch, number } = undone
        return {
          json: undone,
          text: `${benefit} of ${uid} is taken back. Number ${number} of ${batch} is ${code}.`,
        }
      }),
    )

  redemption
    .command('move')
    .description('Moves a redemption with its dates to another account. Both owners get an email.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .argument('<REDEMPTION>', ID_HELP)
    .requiredOption('--to <account>', 'user ID or email address of the account that gets it', requiredText)
    .action(
      action(async ({ operator, open, confirm }, who, id, { to }) => {
        await confirm(`The benefit of redemption ${id} moves from ${who} to ${to}. Continue?`)
        const moved = await moveRedemption(await open(), { who, id, to, operator })
        return { json: moved, text: `${moved.benefit} is moved from ${moved.uid} to ${moved.to}.` }
      }),
    )
}
