/** The commands for announcements. */
import {
  listAllAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  takeBackAnnouncement,
} from '@kerf/server/operations/index'
import { type Command, text } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { CONTENT_OPTIONS, contentOf, preview, titleOf, window } from '../message-options.ts'
import { table } from '../table.ts'
import { LIMIT, limitOf, stateOf } from './message.ts'

export const announcementPublishCommand: Command = {
  path: ['announcement', 'publish'],
  summary: 'Publishes an announcement for every visitor.',
  options: CONTENT_OPTIONS,
  async run({ values, operator, open }) {
    const order = { ...contentOf(values), operator }
    const { db, config } = await open()
    if (values.preview === true) {
      const prepared = await prepareAnnouncement(order, config)
      return { json: prepared, text: preview(prepared) }
    }
    const made = await publishAnnouncement(db, order, config)
    return { json: made, text: `${preview(made)}\n${made.id}, ${window(made)}` }
  },
}

export const announcementRevokeCommand: Command = {
  path: ['announcement', 'revoke'],
  summary: 'Takes an announcement back.',
  operands: ['ID'],
  options: {},
  asks: true,
  async run({ positionals, operator, open, confirm }) {
    const id = positionals[0] ?? ''
    await confirm(`Take back announcement ${id}? It cannot be shown again.`)
    const { db } = await open()
    const gone = await takeBackAnnouncement(db, id, operator)
    return { json: gone, text: `${gone.id} is taken back.` }
  },
}

export const announcementListCommand: Command = {
  path: ['announcement', 'list'],
  summary: 'Lists announcements, newest first.',
  options: { limit: LIMIT },
  async run({ values, open }) {
    const limit = limitOf(text(values, 'limit'))
    const { db } = await open()
    const listed = await listAllAnnouncements(db, limit)
    return {
      json: listed,
      text: table(
        ['ID', 'FROM', 'UNTIL', 'STATE', 'TITLE'],
        listed.map(({ id, from, until, revoked, texts }) => [
          id,
          isoTime(from),
          until === null ? '' : isoTime(until),
          stateOf({ from, until, revoked }),
          titleOf(texts),
        ]),
        'There is no announcement.',
      ),
    }
  },
}
