/** Bans of addresses and networks. Running servers are notified, and refuse further calls at once. */
import { isIP } from 'node:net'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { readTime } from '../../platform/db/database-clock.ts'
import { canonicalAddress } from '../../platform/limits/ip-address.ts'
import { OperationError } from '../input/operation-error.ts'
import {
  countNetworkSessions,
  deleteNetworkBan,
  findNetworkBan,
  listActiveNetworkBans,
  type NetworkBanRow,
  notifyBanChange,
  upsertNetworkBan,
} from './network-ban-store.ts'

/** Times are unix seconds. */
export interface BannedNetwork {
  readonly network: string
  /** null: until it is lifted */
  readonly until: number | null
  readonly since: number
}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

const toBannedNetwork = ({ network, until, created_at }: NetworkBanRow): BannedNetwork => ({
  network,
  until: until && unixSeconds(until),
  since: unixSeconds(created_at),
})

/** A shorter prefix, typed by mistake, would shut out whole countries. */
const PREFIX_LENGTH_MIN = { 4: 8, 6: 16 } as const

/** Normalizes `1.2.3.4`, `1.2.3.0/24` or `2001:db8::/32` to CIDR notation. Throws an OperationError. */
export function parseNetwork(text: string): string {
  const [given = '', prefix, more] = text.trim().split('/')
  // isIP rejects the port and zone that canonicalAddress accepts.
  const address = isIP(given) === 0 ? undefined : canonicalAddress(given)
  const invalid = new OperationError('network_invalid', { network: text })
  if (address === undefined || more !== undefined || !/^\d{1,3}$/.test(prefix ?? '0')) throw invalid
  const family = isIP(address) === 6 ? 6 : 4
  const longest = family === 6 ? 128 : 32
  // The prefix of an IPv4-mapped IPv6 address counts the 96 bits before the IPv4 address.
  const offset = family === 4 && given.includes(':') ? 96 : 0
  const bits = prefix === undefined ? longest : Number(prefix) - offset
  if (bits > longest || bits < 0) throw invalid
  if (bits < PREFIX_LENGTH_MIN[family])
    throw new OperationError('network_too_large', { bits, min: PREFIX_LENGTH_MIN[family] })
  return `${address}/${bits}`
}

/** Of a network, before it is banned. */
export interface NetworkReach {
  /** normalized: its address has no bits beyond the prefix */
  readonly network: string
  readonly addresses: number
  /** live sessions that were last used from it */
  readonly sessions: number
  readonly people: number
}

const stateOf = (ban: NetworkBanRow | undefined): object => ({
  banned: ban !== undefined,
  until: ban?.until?.toISOString(),
})

/** Whom a ban would reach. Throws an OperationError. */
export async function previewNetworkBan(db: Database, given: string): Promise<NetworkReach> {
  const [found] = await countNetworkSessions(db, { network: parseNetwork(given) })
  if (!found) throw new Error('a count has one row')
  const [address = '', bits = '0'] = found.network.split('/')
  return { ...found, addresses: 2 ** ((isIP(address) === 6 ? 128 : 32) - Number(bits)) }
}

/** `replaced`: a ban of this network that had not ended. Throws an OperationError. */
export async function banNetwork(
  db: Database,
  order: { readonly network: string; readonly until: Date | null; readonly operator: string },
): Promise<BannedNetwork & { readonly replaced: boolean }> {
  const { until, operator } = order
  const network = parseNetwork(order.network)
  const now = await readTime(db)
  if (until !== null && until.getTime() <= now) throw new OperationError('ban_end_past')
  return db.transaction(async tx => {
    await notifyBanChange(tx)
    const [before] = await findNetworkBan(tx, { network })
    const [banned] = await upsertNetworkBan(tx, { network, until })
    if (!banned) throw new Error('the ban was not stored')
    await writeAudit(tx, {
      event: 'ip.ban',
      outcome: 'ok',
      operator,
      detail: {
        network: banned.network,
        until: until?.toISOString() ?? null,
        changed: changesOf(stateOf(before), stateOf(banned)),
      },
    })
    const replaced = before !== undefined && (before.until === null || before.until.getTime() > now)
    return { ...toBannedNetwork(banned), replaced }
  })
}

/** Takes exactly the network that was banned, not a part of it. Throws an OperationError. */
export async function unbanNetwork(
  db: Database,
  given: string,
  operator: string,
): Promise<Pick<BannedNetwork, 'network' | 'until'>> {
  const network = parseNetwork(given)
  return db.transaction(async tx => {
    const [lifted] = await deleteNetworkBan(tx, { network })
    if (!lifted) throw new OperationError('network_not_banned', { network: given })
    await notifyBanChange(tx)
    await writeAudit(tx, { event: 'ip.unban', outcome: 'ok', operator, detail: { network: lifted.network } })
    return { network: lifted.network, until: lifted.until && unixSeconds(lifted.until) }
  })
}

/** Active bans. */
export async function listNetworkBans(db: Database, operator: string): Promise<BannedNetwork[]> {
  const bans = (await listActiveNetworkBans(db)).map(toBannedNetwork)
  await writeAudit(db, { event: 'ip.list', outcome: 'ok', operator, detail: { networks: bans.length } })
  return bans
}
