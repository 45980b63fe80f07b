import { listEvents } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { date, optionalText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput, NOTHING_FOUND } from '../output/table.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 10_000

export function addEventCommands({ program, action }: CommandRegistry): void {
  const event = program.command('event').description('Reads the stored analytics events.')

  event
    .command('list')
    .description('Lists analytics events, newest first.')
    .option('--event <name>', 'only this event', optionalText)
    .option('--visitor <id>', 'only events of this browser', optionalText)
    .option('--since <date>', 'at or after YYYY-MM-DD (UTC) or a full ISO time (default: the last day)', date)
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, LIMIT_MAX), LIMIT_DEFAULT)
    .action(
      action(async ({ open }, filter) => {
        const { db } = await open()
        const rows = await listEvents(db, filter)
        return listOutput(rows, NOTHING_FOUND, {
          AT: row => isoTime(row.at),
          EVENT: row => row.event,
          BROWSER: row => row.visitor,
          ACCOUNT: row => row.login,
          PROPERTIES: row => JSON.stringify(row.properties),
        })
      }),
    )
}
