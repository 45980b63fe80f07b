import { listEvents } from '@kerf/server/operations/index'
import { type Command, text, UsageError } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { moment } from '../moment.ts'
import { table } from '../table.ts'

export const eventListCommand: Command = {
  path: ['event', 'list'],
  summary: 'Behaviour events of the last day, newest first.',
  options: {
    event: { type: 'string', value: 'NAME', help: 'this event only' },
    visitor: { type: 'string', value: 'ID', help: 'of this browser only' },
    since: { type: 'string', value: 'DATE', help: 'since YYYY-MM-DD (UTC) or a full ISO time' },
    limit: { type: 'string', value: 'N', help: 'at most so many, default 100' },
  },
  async run({ values, open }) {
    const limit = Number(text(values, 'limit') ?? 100)
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
      throw new UsageError('--limit takes a whole number from 1 to 10000')
    const filter = {
      event: text(values, 'event'),
      visitor: text(values, 'visitor'),
      since: moment(values, 'since'),
      limit,
    }
    const { db } = await open()
    const rows = await listEvents(db, filter)
    const lines = rows.map(({ at, event, visitor, login, properties }) => [
      isoTime(at),
      event,
      visitor,
      login ?? '',
      JSON.stringify(properties),
    ])
    return { json: rows, text: table(['at', 'event', 'browser', 'account', 'properties'], lines) }
  },
}
