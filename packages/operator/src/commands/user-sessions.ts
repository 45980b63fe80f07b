import { endUserSessions, userSessions } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { table } from '../table.ts'

export const userSessionsCommand: Command = {
  path: ['user', 'sessions'],
  summary: 'Shows where an account is logged in; with --end, logs it out everywhere.',
  operands: ['UID|EMAIL'],
  options: { end: { type: 'boolean', help: 'end every session' } },
  asks: true,
  async run({ values, positionals, operator, open, confirm }) {
    const [who = ''] = positionals
    if (values.end === true) {
      await confirm(`${who} is logged out everywhere. Go on?`)
      const ended = await endUserSessions(await open(), who, operator)
      return { json: ended, text: `Sessions ended: ${ended.ended}.` }
    }
    const { db } = await open()
    const { sessions } = await userSessions(db, who, operator)
    return {
      json: sessions,
      text: table(
        ['SESSION', 'ADDRESS', 'PLACE', 'APPLICATION', 'PLATFORM', 'FIRST LOGIN', 'LAST SEEN'],
        sessions.map(row => [
          row.session,
          row.ip,
          row.place,
          row.application,
          row.platform,
          isoTime(row.firstLogin),
          isoTime(row.lastSeen),
        ]),
        'It is logged in nowhere.',
      ),
    }
  },
}
