/** The commands for messages. */
import { listSentMessages, prepareMessage, sendMessage, takeBackMessage } from '@kerf/server/operations/index'
import { type Command, type CommandContext, type OptionHelp, text, UsageError } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { CONTENT_OPTIONS, contentOf, preview, titleOf, window } from '../message-options.ts'
import { table } from '../table.ts'

const OPTIONS = {
  audience: {
    type: 'string',
    value: 'WHO',
    help: 'all, app:CODE or uid:UID (also uid:EMAIL)',
    required: true,
  },
  category: { type: 'string', value: 'KIND', help: 'device, system, app or activity', required: true },
  app: { type: 'string', value: 'CODE', help: 'app it comes from, whose settings hold; else the portal' },
  ...CONTENT_OPTIONS,
} as const satisfies Record<string, OptionHelp>

async function send({ values, operator, open }: CommandContext, scheduled: boolean) {
  const content = contentOf(values)
  if (scheduled && (content.from === null || content.from.getTime() <= Date.now()))
    throw new UsageError('--from must name a time to come')
  const order = {
    ...content,
    audience: text(values, 'audience') ?? '',
    category: text(values, 'category') ?? '',
    app: text(values, 'app'),
    operator,
  }
  const { db, config } = await open()
  if (values.preview === true) {
    const { audience: _, ...prepared } = await prepareMessage(db, order, config)
    return { json: prepared, text: preview(prepared) }
  }
  const sent = await sendMessage(db, order, config)
  return { json: sent, text: `${preview(sent)}\n${sent.id} to ${sent.audience}, ${window(sent)}` }
}

export const messageSendCommand: Command = {
  path: ['message', 'send'],
  summary: 'Sends a message; pages that are open show it at once.',
  options: OPTIONS,
  run: context => send(context, false),
}

export const messageScheduleCommand: Command = {
  path: ['message', 'schedule'],
  summary: 'Sends a message that is shown from a time to come.',
  options: { ...OPTIONS, from: { ...OPTIONS.from, required: true } },
  run: context => send(context, true),
}

export const messageRevokeCommand: Command = {
  path: ['message', 'revoke'],
  summary: 'Takes a message back: it is shown to nobody any more.',
  operands: ['ID'],
  options: {},
  asks: true,
  async run({ positionals, operator, open, confirm }) {
    const id = positionals[0] ?? ''
    await confirm(`Take back message ${id}? It cannot be shown again.`)
    const { db } = await open()
    const gone = await takeBackMessage(db, id, operator)
    return { json: gone, text: `${gone.id} is taken back.` }
  },
}

const MOST = 1_000

/** Throws a UsageError. */
export function limitOf(given: string | undefined): number {
  const limit = Number(given ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new UsageError(`--limit takes 1 to ${MOST}`)
  return limit
}

export const LIMIT = { type: 'string', value: 'N', help: 'at most so many; 50 unless given' } as const

export const messageListCommand: Command = {
  path: ['message', 'list'],
  summary: 'Lists broadcasts, newest first, or the messages to one account.',
  options: {
    account: { type: 'string', value: 'WHO', help: 'UID, e-mail address or enterprise account ID' },
    limit: LIMIT,
  },
  async run({ values, operator, open }) {
    const limit = limitOf(text(values, 'limit'))
    const { db } = await open()
    const listed = await listSentMessages(db, { who: text(values, 'account'), limit, operator })
    return {
      json: listed,
      text: table(
        ['ID', 'AUDIENCE', 'CATEGORY', 'FROM', 'UNTIL', 'STATE', 'SENDER', 'TITLE'],
        listed.map(({ id, audience, category, from, until, revoked, sender, texts }) => [
          id,
          audience.startsWith('uid:') ? 'uid' : audience,
          category,
          isoTime(from),
          until === null ? '' : isoTime(until),
          stateOf({ from, until, revoked }),
          sender,
          titleOf(texts),
        ]),
        'No message was sent.',
      ),
    }
  },
}

export function stateOf(row: {
  readonly from: number
  readonly until: number | null
  readonly revoked: number | null
}): string {
  const now = Date.now() / 1000
  if (row.revoked !== null) return 'taken back'
  if (row.from > now) return 'scheduled'
  return row.until !== null && row.until <= now ? 'over' : 'on show'
}
