/** Rows of banned networks. */
import { statement } from '../db/database.ts'

/** PostgreSQL notification after which servers read the bans again. */
export const BAN_CHANNEL = 'ip_ban'

export const listBannedNetworks = statement<{ address: string; bits: number }>(
  'ip_ban.list',
  'select host(network) as address, masklen(network) as bits from ip_ban where until is null or until > now()',
)
