import {
  assertReasonOfMany,
  countAudience,
  listSentMessages,
  prepareMessage,
  recallMessage,
  revokeMessage,
  sendMessage,
  showMessageReaders,
} from '@kerf/server/operations/index'
import {
  type CommandContext,
  type CommandOutput,
  type CommandRegistry,
  UsageError,
} from '../input/command-context.ts'
import {
  addContentOptions,
  addRecallCommand,
  addRevokeCommand,
  FROM,
  firstTitle,
  LIMIT,
  LIMIT_DEFAULT,
  mustHold,
  readContent,
  renderPeriod,
  renderPreview,
  stateNow,
} from '../input/message-content.ts'
import { optionalText, requiredText } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const AUDIENCE = ['--audience <who>', 'all, app:CODE or uid:UID (also uid:EMAIL)', requiredText] as const
const CATEGORY = ['--category <category>', 'device, system, app or activity', requiredText] as const
const APP = [
  '--app <code>',
  'app that sends it and whose message settings apply (default: the portal)',
  optionalText,
] as const

export function addMessageCommands({ program, action }: CommandRegistry): void {
  const message = program.command('message').description('Sends messages to accounts.')

  addContentOptions(
    message
      .command('send')
      .description('Sends a message. One to an account is shown at once, one to many after five minutes.')
      .requiredOption(...AUDIENCE)
      .requiredOption(...CATEGORY)
      .option(...APP)
      .option(...FROM),
  ).action(action((context, options) => send(context, options)))

  addContentOptions(
    message
      .command('schedule')
      .description('Sends a message that is shown from a later time.')
      .requiredOption(...AUDIENCE)
      .requiredOption(...CATEGORY)
      .option(...APP)
      .requiredOption(...FROM),
  ).action(
    action((context, options) => {
      if (!options.from || options.from.getTime() <= Date.now())
        throw new UsageError('--from must be a time in the future.')
      return send(context, options, 'message schedule')
    }),
  )

  addRecallCommand(message, action, 'a message to many', recallMessage)

  addRevokeCommand(message, action, 'a message', revokeMessage)

  message
    .command('list')
    .description('Lists the messages to groups of accounts, newest first, or those to one account.')
    .option('--account <who>', 'user ID, email address or enterprise account ID', optionalText)
    .option(...LIMIT)
    .action(
      action(async ({ operator, open }, { account, limit = LIMIT_DEFAULT }) => {
        const { db } = await open()
        const rows = await listSentMessages(db, { who: account, limit, operator })
        return listOutput(rows, 'There are no messages.', {
          ID: row => row.id,
          AUDIENCE: row => (row.audience.startsWith('uid:') ? 'uid' : row.audience),
          CATEGORY: row => row.category,
          FROM: row => isoTime(row.from),
          UNTIL: row => isoTime(row.until),
          STATE: stateNow,
          SENDER: row => row.sender,
          TITLE: row => firstTitle(row.texts),
        })
      }),
    )

  message
    .command('readers')
    .description('Tells how many accounts have read a message, or whether one account has.')
    .argument('<ID>', 'see "kerf message list"')
    .option('--account <who>', 'user ID, email address or enterprise account ID', optionalText)
    .action(
      action(async ({ operator, open }, id, { account: who }) => {
        const { db } = await open()
        const shown = await showMessageReaders(db, { id, ...(who && { who }) }, operator)
        const { audience, readers, readAt } = shown
        const one = readers === 0 ? 'Not read.' : `Read${readAt === null ? '' : ` ${isoTime(readAt)}`}.`
        return { json: shown, text: audience === 1 ? one : `Read by ${readers} of ${audience} accounts.` }
      }),
    )
}

type SendOptions = Parameters<typeof readContent>[0] & {
  readonly audience: string
  readonly category: string
  readonly app?: string | undefined
}

async function send(
  context: CommandContext,
  options: SendOptions,
  operation = 'message send',
): Promise<CommandOutput> {
  const { operator, open, confirm } = context
  const { audience, category, app } = options
  const hold = mustHold(options, context)
  const order = { ...readContent(options), audience, category, app, hold, operator }
  const { db, config } = await open()
  const { audience: parsed, from: _, ...prepared } = await prepareMessage(db, order, config)
  if (options.preview) {
    return { json: prepared, text: renderPreview(prepared) }
  }
  const people = await countAudience(db, parsed)
  const isToMany = parsed.kind !== 'uid'
  if (isToMany) assertReasonOfMany(operation)
  if (isToMany) await confirm(`${renderPreview(prepared)}\nThis goes to ${people} people. Send it?`)
  const sent = await sendMessage(db, order, config)
  const recall = isToMany && hold ? `\nUntil it starts: kerf message recall ${sent.id}` : ''
  return {
    json: { ...sent, people },
    text: `${renderPreview(sent)}\n${sent.id} to ${sent.audience} (${people}), ${renderPeriod(sent)}${recall}`,
  }
}
