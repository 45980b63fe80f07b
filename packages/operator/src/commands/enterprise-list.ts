import { listEnterprises } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { table } from '../table.ts'

const passwordState = (row: { readonly defaultPassword: boolean; readonly defaultDead: boolean }): string => {
  if (!row.defaultPassword) return 'own'
  return row.defaultDead ? 'default, dead' : 'default'
}

export const enterpriseListCommand: Command = {
  path: ['enterprise', 'list'],
  summary: 'Lists every enterprise account by its ID.',
  options: {},
  async run({ operator, open }) {
    const { db } = await open()
    const rows = await listEnterprises(db, operator)
    return {
      json: rows,
      text: table(
        ['ACCOUNT', 'NAME', 'EMAIL', 'STATUS', 'PASSWORD', 'CREATED', 'LAST LOGIN', 'UID'],
        rows.map(row => [
          row.account,
          row.name,
          row.email,
          row.status,
          passwordState(row),
          isoTime(row.createdAt),
          row.lastSignIn === null ? '' : isoTime(row.lastSignIn),
          row.uid,
        ]),
        'There are no enterprise accounts.',
      ),
    }
  },
}
