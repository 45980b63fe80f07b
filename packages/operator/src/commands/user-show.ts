import { showUser } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'
import { isoTime } from '../iso-time.ts'

export const userShowCommand: Command = {
  path: ['user', 'show'],
  summary: 'Shows one account: by uid, e-mail address, or enterprise account ID.',
  operands: ['UID|EMAIL'],
  options: {},
  async run({ positionals, operator, open }) {
    const { db } = await open()
    const user = await showUser(db, positionals[0] ?? '', operator)
    const { lastSignIn, ...rest } = user
    const lines = Object.entries({
      ...rest,
      createdAt: isoTime(user.createdAt),
      lastSignIn:
        lastSignIn &&
        [isoTime(lastSignIn.at), lastSignIn.method, lastSignIn.application, lastSignIn.place]
          .filter(Boolean)
          .join(', '),
    })
    return {
      json: user,
      text: lines.map(([name, value]) => `${name.padEnd(16)} ${show(value)}`).join('\n'),
    }
  },
}

function show(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === '' ? '-' : String(value)
}
