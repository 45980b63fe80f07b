/** The commands for webhooks of apps. */
import { listWebhooks, openKeys, removeWebhook, setWebhook } from '@kerf/server/operations/index'
import { type Command, text } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { table } from '../table.ts'

export const webhookSetCommand: Command = {
  path: ['webhook', 'set'],
  summary: 'Sets where an app is told of redeemed benefits; the secret that signs is shown this once.',
  operands: ['CLIENT_ID'],
  options: {
    url: { type: 'string', value: 'URL', help: 'https address that takes a POST', required: true },
    'from-start': { type: 'boolean', help: 'tell it from the first benefit on; else only of what comes' },
  },
  async run({ values, positionals, operator, open }) {
    const { db, config } = await open()
    const made = await setWebhook(db, await openKeys(db, config), {
      clientId: positionals[0] ?? '',
      url: text(values, 'url') ?? '',
      fromStart: values['from-start'] === true,
      production: config.production,
      operator,
    })
    return {
      json: made,
      text: `client id  ${made.clientId}\nurl        ${made.url}\nsecret     ${made.secret}\n\nThe secret is shown this once.`,
    }
  },
}

export const webhookListCommand: Command = {
  path: ['webhook', 'list'],
  summary: 'Lists the webhooks and how they fare.',
  options: {},
  async run({ operator, open }) {
    const { db } = await open()
    const rows = await listWebhooks(db, operator)
    return {
      json: rows,
      text: table(
        ['CLIENT ID', 'CODE', 'URL', 'LAST TOLD', 'FAILURES', 'BEHIND'],
        rows.map(({ clientId, code, url, toldAt, failures, behind }) => [
          clientId,
          code,
          url,
          toldAt === null ? '' : isoTime(toldAt),
          String(failures),
          String(behind),
        ]),
        'No app has a webhook.',
      ),
    }
  },
}

export const webhookRemoveCommand: Command = {
  path: ['webhook', 'remove'],
  summary: 'Stops telling an app; it may go on reading the feed.',
  operands: ['CLIENT_ID'],
  options: {},
  asks: true,
  async run({ positionals, operator, open, confirm }) {
    const clientId = positionals[0] ?? ''
    await confirm(`Stop telling ${clientId}?`)
    const { db } = await open()
    const done = await removeWebhook(db, clientId, operator)
    return { json: done, text: `${clientId} is told no more.` }
  },
}
