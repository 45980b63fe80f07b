/** The commands for banned networks. */
import { banNetwork, listBans, unbanNetwork } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { moment } from '../moment.ts'
import { table } from '../table.ts'

const end = (until: number | null): string => (until === null ? 'until lifted' : `until ${isoTime(until)}`)

export const ipBanCommand: Command = {
  path: ['ip', 'ban'],
  summary: 'Refuses every call from an address or network; running servers know it at once.',
  operands: ['CIDR'],
  options: {
    until: { type: 'string', value: 'DATE', help: 'YYYY-MM-DD (UTC) or a full ISO time; else until lifted' },
  },
  async run({ values, positionals, operator, open }) {
    const until = moment(values, 'until') ?? null
    const { db } = await open()
    const banned = await banNetwork(db, { network: positionals[0] ?? '', until, operator })
    return { json: banned, text: `${banned.network} is banned ${end(banned.until)}.` }
  },
}

export const ipUnbanCommand: Command = {
  path: ['ip', 'unban'],
  summary: 'Lifts the ban of an address or network, named as it was banned.',
  operands: ['CIDR'],
  options: {},
  async run({ positionals, operator, open }) {
    const { db } = await open()
    const lifted = await unbanNetwork(db, positionals[0] ?? '', operator)
    return { json: lifted, text: `${lifted.network} may call again.` }
  },
}

export const ipListCommand: Command = {
  path: ['ip', 'list'],
  summary: 'Lists the networks banned now.',
  options: {},
  async run({ operator, open }) {
    const { db } = await open()
    const bans = await listBans(db, operator)
    return {
      json: bans,
      text: table(
        ['NETWORK', 'UNTIL', 'SINCE'],
        bans.map(({ network, until, since }) => [
          network,
          until === null ? 'lifted' : isoTime(until),
          isoTime(since),
        ]),
        'No network is banned.',
      ),
    }
  },
}
