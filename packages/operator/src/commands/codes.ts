import { MANY_CODES_ABOVE } from '@kerf/contract/console/console-session'
import {
  assertReasonOfMany,
  countUsableCodes,
  createCodes,
  exportCodes,
  importCodes,
  listBatches,
  loadInstallationKeys,
  revokeBatch,
  revokeCodes,
  showCode,
} from '@kerf/server/operations/index'
import { type CommandContext, type CommandRegistry, UsageError } from '../input/command-context.ts'
import { optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { readLines } from '../input/read-lines.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput, NOTHING_FOUND } from '../output/table.ts'

const BENEFIT = ['--benefit <id>', 'what the codes grant; see "kerf benefit list"', requiredText] as const
const EXPIRES = [
  '--expires <date>',
  'last day, YYYY-MM-DD in UTC, on which the codes can be redeemed (default: no expiration)',
  optionalText,
] as const
const FILE_HELP = 'file with one code a line; - reads standard input'
const COUNT_MAX = 999_999_999

export function addCodesCommands({ program, action }: CommandRegistry): void {
  const codes = program.command('codes').description('Manages redemption codes.')

  codes
    .command('create')
    .description('Creates random codes, which are shown only once. More than 10,000 need a second operator.')
    .requiredOption(...BENEFIT)
    .requiredOption('--count <n>', 'how many', wholeNumber(0, COUNT_MAX))
    .option(...EXPIRES)
    .action(
      action(async ({ operator, open, confirm }, { benefit, count, expires }) => {
        const { db, config } = await open()
        await confirmCodes('codes create', confirm, count, benefit)
        const order = { benefit, count, expires, operator }
        const created = await createCodes(db, await loadInstallationKeys(db, config), order)
        return {
          json: created.codes.map(code => ({ code })),
          text: `${created.codes.join('\n')}\n\nThe codes of ${created.batch} are shown only once.`,
        }
      }),
    )

  codes
    .command('import')
    .description('Imports codes that were made elsewhere: all of them or none.')
    .requiredOption(...BENEFIT)
    .requiredOption('--file <path>', FILE_HELP, requiredText)
    .option(...EXPIRES)
    .action(
      action(async ({ operator, open, confirm }, { benefit, file, expires }) => {
        const lines = await readLines(file)
        await confirmCodes('codes import', confirm, lines.filter(line => line.trim() !== '').length, benefit)
        const { db, config } = await open()
        const order = { benefit, lines, expires, operator }
        const { batch, codes } = await importCodes(db, await loadInstallationKeys(db, config), order)
        return { json: { batch, imported: codes.length }, text: `${batch}: ${codes.length} codes imported.` }
      }),
    )

  codes
    .command('list')
    .description('Lists the batches of codes and how many codes of each were redeemed.')
    .option('--benefit <id>', 'only batches of this benefit', optionalText)
    .action(
      action(async ({ operator, open }, { benefit }) => {
        const { db } = await open()
        const rows = await listBatches(db, benefit, operator)
        return listOutput(rows, 'There are no codes.', {
          BATCH: row => row.batch,
          BENEFIT: row => row.nameEn,
          CODES: row => row.count,
          REDEEMED: row => row.redeemed,
          EXPIRES: row => isoTime(row.expiresAt),
          REVOKED: row => isoTime(row.revokedAt),
          ORIGIN: row => row.origin,
          BY: row => row.operator,
          'CONFIRMED BY': row => row.confirmedBy,
          CREATED: row => isoTime(row.createdAt),
        })
      }),
    )

  codes
    .command('show')
    .description('Tells what became of a code: its batch, its state, and which account redeemed it.')
    .argument('<CODE>', 'the code; - reads it from standard input, so that no history keeps it')
    .action(
      action(async ({ operator, open }, given) => {
        const code = given === '-' ? ((await readLines('-'))[0] ?? '') : given
        const { db, config } = await open()
        const shown = await showCode(db, await loadInstallationKeys(db, config), code, operator)
        const { batch, number, nameEn, status, redeemedAt, uid } = shown
        const use =
          redeemedAt === null ? '' : ` ${isoTime(redeemedAt)} by ${uid ?? 'an account that is erased'}`
        return { json: shown, text: `number ${number} of ${batch} (${nameEn}): ${status}${use}` }
      }),
    )

  codes
    .command('revoke')
    .description('Revokes a batch or single codes. What was redeemed stays redeemed.')
    .option('--batch <id>', 'every code of this batch', optionalText)
    .option('--file <path>', FILE_HELP, optionalText)
    .action(
      action(async ({ operator, open, confirm }, { batch, file }) => {
        if ((batch === undefined) === (file === undefined))
          throw new UsageError('Give either --batch or --file.')
        assertReasonOfMany('codes revoke')
        const lines = file === undefined ? [] : await readLines(file)
        const { db, config } = await open()
        const count =
          batch === undefined
            ? lines.filter(line => line.trim() !== '').length
            : await countUsableCodes(db, batch)
        await confirm(`${count} codes${batch ? ` of ${batch}` : ''} never work again. Continue?`)
        const done =
          batch === undefined
            ? await revokeCodes(db, await loadInstallationKeys(db, config), lines, operator)
            : await revokeBatch(db, batch, operator)
        return { json: done, text: `${done.revoked} codes revoked.` }
      }),
    )

  codes
    .command('export')
    .description(
      'Lists the state of each code of a batch by its number. The codes themselves are not stored.',
    )
    .requiredOption('--batch <id>', 'see "kerf codes list"', requiredText)
    .action(
      action(async ({ operator, open }, { batch }) => {
        const { db } = await open()
        const rows = await exportCodes(db, batch, operator)
        return listOutput(rows, NOTHING_FOUND, {
          NUMBER: row => row.number,
          STATUS: row => row.status,
          REDEEMED: row => isoTime(row.redeemedAt),
        })
      }),
    )
}

async function confirmCodes(
  operation: string,
  confirm: CommandContext['confirm'],
  count: number,
  benefit: string,
): Promise<void> {
  if (count <= MANY_CODES_ABOVE) return
  assertReasonOfMany(operation)
  await confirm(`${count.toLocaleString('en')} people can get ${benefit} by these codes. Continue?`)
}
