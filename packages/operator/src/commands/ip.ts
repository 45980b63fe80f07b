import {
  assertReasonOfMany,
  banNetwork,
  listNetworkBans,
  type NetworkReach,
  previewNetworkBan,
  unbanNetwork,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { date } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

export function addIpCommands({ program, action }: CommandRegistry): void {
  const ip = program.command('ip').description('Bans addresses and networks.')

  ip.command('ban')
    .description('Refuses every call from an address or a network. Running servers apply it at once.')
    .argument('<CIDR>', 'for example 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48')
    .option('--until <date>', 'end: YYYY-MM-DD (UTC) or a full ISO time (default: no end)', date)
    .action(
      action(async ({ operator, open, confirm }, given, { until = null }) => {
        const { db } = await open()
        assertReasonOfMany('ip ban')
        const reach = await previewNetworkBan(db, given)
        await confirm(`${renderReach(given, reach)} Ban it?`)
        const { network, addresses, sessions, people } = reach
        const banned = await banNetwork(db, { network, until, operator })
        return {
          json: { ...banned, reach: { addresses, sessions, people } },
          text: `${renderReach(given, reach)}\n${banned.network} is banned ${renderEnd(banned.until)}.`,
        }
      }),
    )

  ip.command('unban')
    .description('Lifts the ban of an address or a network. Name it as it was banned.')
    .argument('<CIDR>', 'see "kerf ip list"')
    .action(
      action(async ({ operator, open }, network) => {
        const { db } = await open()
        const lifted = await unbanNetwork(db, network, operator)
        return { json: lifted, text: `${lifted.network} is no longer banned.` }
      }),
    )

  ip.command('list')
    .description('Lists the networks that are banned now.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const bans = await listNetworkBans(db, operator)
        return listOutput(bans, 'No network is banned.', {
          NETWORK: row => row.network,
          UNTIL: row => isoTime(row.until),
          SINCE: row => isoTime(row.since),
        })
      }),
    )
}

const renderEnd = (until: number | null): string =>
  until === null ? 'until the ban is lifted' : `until ${isoTime(until)}`

function renderReach(given: string, { network, addresses, sessions, people }: NetworkReach): string {
  const typed =
    given.includes('/') && given.trim().toLowerCase() !== network ? ` (typed: ${given.trim()})` : ''
  const count =
    addresses > Number.MAX_SAFE_INTEGER
      ? 'more addresses than can be counted'
      : addresses.toLocaleString('en')
  return `${network}${typed}: addresses ${count}, live sessions ${sessions}, people ${people}.`
}
