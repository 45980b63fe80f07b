/** Networks whose calls are refused (20105); running servers are told by the database at once. */
import { isIP } from 'node:net'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { canonicalAddress } from '../../platform/http/ip-address.ts'
import { OperationError } from '../operation-error.ts'

/** Times are unix seconds. */
export interface BannedNetwork {
  readonly network: string
  /** null: until it is lifted */
  readonly until: number | null
  readonly since: number
}

const COLUMNS = `network::text as network, floor(extract(epoch from until))::float8 as until,
  floor(extract(epoch from created_at))::float8 as since`

const insert = statement<BannedNetwork, [network: string, until: Date | null]>(
  'operate.ip.ban',
  `insert into ip_ban (network, until) values (network($1::inet), $2)
   on conflict (network) do update set until = excluded.until returning ${COLUMNS}`,
)
const remove = statement<{ network: string }, [network: string]>(
  'operate.ip.unban',
  'delete from ip_ban where network = network($1::inet) returning network::text as network',
)
const removePast = statement<never>('operate.ip.past', 'delete from ip_ban where until <= now()')
const list = statement<BannedNetwork>(
  'operate.ip.list',
  `select ${COLUMNS} from ip_ban where until is null or until > now() order by ip_ban.network`,
)

/** Shorter prefixes would shut out whole countries by one slip of a finger. */
const SHORTEST = { 4: 8, 6: 16 } as const

/** `1.2.3.4`, `1.2.3.0/24`, `2001:db8::/32` → the same in one spelling. Throws an OperationError. */
function parseNetwork(text: string): string {
  const [given = '', prefix, more] = text.trim().split('/')
  // As typed: an address of the log may carry neither port nor zone here.
  const address = isIP(given) === 0 ? undefined : canonicalAddress(given)
  const wrong = new OperationError(
    `"${text}" is no address and no network, e.g. 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.`,
  )
  if (address === undefined || more !== undefined || !/^\d{1,3}$/.test(prefix ?? '0')) throw wrong
  const family = isIP(address) === 6 ? 6 : 4
  const longest = family === 6 ? 128 : 32
  // A mapped IPv4 address counts its prefix from the IPv6 beginning.
  const offset = family === 4 && given.includes(':') ? 96 : 0
  const bits = prefix === undefined ? longest : Number(prefix) - offset
  if (bits > longest || bits < 0) throw wrong
  if (bits < SHORTEST[family])
    throw new OperationError(`A network of /${bits} is too wide: /${SHORTEST[family]} at the widest.`)
  return `${address}/${bits}`
}

export async function banNetwork(
  db: Database,
  order: { readonly network: string; readonly until: Date | null; readonly operator: string },
): Promise<BannedNetwork> {
  const { until, operator } = order
  const network = parseNetwork(order.network)
  if (until !== null && until.getTime() <= Date.now())
    throw new OperationError('The end of a ban lies in the future.')
  return db.transaction(async tx => {
    await removePast(tx)
    const [banned] = await insert(tx, network, until)
    if (!banned) throw new OperationError('The ban was not kept.')
    await writeAudit(tx, {
      event: 'ip.ban',
      outcome: 'ok',
      operator,
      detail: { network: banned.network, until: until?.toISOString() ?? null },
    })
    return banned
  })
}

/** The network must be named as it was banned: lifting a part of one would not do what it says. */
export async function unbanNetwork(
  db: Database,
  given: string,
  operator: string,
): Promise<{ network: string }> {
  const network = parseNetwork(given)
  return db.transaction(async tx => {
    const [lifted] = await remove(tx, network)
    if (!lifted) throw new OperationError(`${given} is not banned as such: kerf ip list shows what is.`)
    await writeAudit(tx, { event: 'ip.unban', outcome: 'ok', operator, detail: { network: lifted.network } })
    return lifted
  })
}

/** Those in force. */
export async function listNetworkBans(db: Database, operator: string): Promise<BannedNetwork[]> {
  const bans = await list(db)
  await writeAudit(db, { event: 'ip.list', outcome: 'ok', operator, detail: { networks: bans.length } })
  return bans
}
