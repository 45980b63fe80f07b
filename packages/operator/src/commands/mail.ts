import { Option } from '@commander-js/extra-typings'
import {
  DELIVERY_STATUSES,
  type ListedMail,
  liftMailSuppression,
  listMails,
  listSuppressions,
  resendMail,
} from '@kerf/server/operations/index'
import { type CommandRegistry, UsageError } from '../input/command-context.ts'
import { date, optionalText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput, table } from '../output/table.ts'

export function addMailCommands({ program, action }: CommandRegistry): void {
  const mail = program.command('mail').description('Tells what became of emails, and whom none are sent to.')

  mail
    .command('list')
    .description(
      'Lists the emails of the last 30 days, newest first: delivered, refused by whom, or waiting.',
    )
    .option(
      '--uid <uid>',
      'to the address of this account: user ID, email address or enterprise account ID',
      optionalText,
    )
    .option('--email <address>', 'to this address, also without an account', optionalText)
    .option('--request <id>', 'caused by this request', optionalText)
    .addOption(new Option('--status <status>', 'with this status').choices(DELIVERY_STATUSES))
    .option('--domain <domain>', 'to addresses of this domain', optionalText)
    .option('--since <date>', 'at or after YYYY-MM-DD (UTC) or a full ISO time', date)
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 100)
    .action(
      action(async ({ operator, open }, { uid: who, ...filter }) => {
        if (who !== undefined && filter.email !== undefined)
          throw new UsageError('Give either --uid or --email.')
        const { db, config } = await open()
        const rows = await listMails({ db, config }, { ...filter, who }, operator)
        return { json: rows, text: renderMails(rows) }
      }),
    )

  mail
    .command('resend')
    .description('Sends an email at once that waits for its next try. Nobody sees what it contains.')
    .argument('<ID>', 'see "kerf mail list"')
    .action(
      action(async ({ operator, open }, id) => {
        const { db } = await open()
        const sent = await resendMail(db, id, operator)
        return { json: sent, text: `The email to ${sent.domain} is sent now: see "kerf mail list".` }
      }),
    )

  mail
    .command('suppressions')
    .description('Lists the addresses that get no email, because emails to them came back.')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 100)
    .action(
      action(async ({ operator, open }, { limit }) => {
        const { db } = await open()
        const rows = await listSuppressions(db, { limit }, operator)
        return listOutput(rows, 'No address is suppressed.', {
          ID: row => row.id,
          DOMAIN: row => row.domain,
          SINCE: row => isoTime(row.since),
          'LAST BOUNCE': row => isoTime(row.lastBounceAt),
          CODE: row => row.code,
        })
      }),
    )

  mail
    .command('lift')
    .description('Sends emails to a suppressed address again.')
    .argument('<ADDRESS>', 'email address, or the ID that "kerf mail suppressions" shows')
    .action(
      action(async ({ operator, open }, address) => {
        const { db, config } = await open()
        const lifted = await liftMailSuppression({ db, config }, address, operator)
        return { json: lifted, text: `Emails are sent to ${lifted.id} (${lifted.domain}) again.` }
      }),
    )
}

const renderMails = (rows: readonly ListedMail[]): string =>
  table(rows, {
    ID: row => row.id,
    AT: row => isoTime(row.at),
    STATUS: row => row.status,
    TEMPLATE: row => row.template,
    DOMAIN: row => row.domain,
    ATTEMPTS: row => row.attempts,
    REFUSED: row => [row.command, row.reply, row.code].filter(part => part !== null).join(' ') || null,
    FAULT: row => row.fault,
    REQUEST: row => row.requestId,
    CHANGED: row => isoTime(row.changedAt),
  })
