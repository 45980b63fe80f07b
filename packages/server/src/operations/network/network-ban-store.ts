/** Writes and lists table `ip_ban`. Servers read it through platform/limits. */
import { isLiveSession } from '../../identity/index.ts'
import { statement } from '../../platform/db/database.ts'
import { BAN_CHANNEL } from '../../platform/limits/ip-ban-store.ts'

export interface NetworkBanRow {
  /** CIDR notation */
  readonly network: string
  /** null: until it is lifted */
  readonly until: Date | null
  readonly created_at: Date
}

const COLUMNS = 'network::text as network, until, created_at'

/** Servers hold the bans in memory, and read them again with the commit. */
export const notifyBanChange = statement<never>(
  'network_ban.notify',
  `select pg_notify('${BAN_CHANNEL}', '')`,
  { scope: 'coordinator' },
)

/** The ban of this exact network, also one that has ended. */
export const findNetworkBan = statement<NetworkBanRow, { network: string }>(
  'network_ban.find',
  `select ${COLUMNS} from ip_ban where network = network($network::inet) for update`,
)

/** Who would be shut out now: live sessions that were last used from the network, and their people. */
export const countNetworkSessions = statement<
  { network: string; sessions: number; people: number },
  { network: string }
>(
  'network_ban.count_sessions',
  `select network($network::inet)::text as network, count(*)::int as sessions, count(distinct s.uid)::int as people
     from session s where s.ip <<= network($network::inet) and ${isLiveSession('s')}`,
  { scope: 'every shard', because: 'operator' },
)

/** Active bans that contain one of the networks, or are a part of it. */
export const listBansAround = statement<{ network: string }, { networks: readonly string[] }>(
  'network_ban.around',
  `select b.network::text as network from ip_ban b
    where (b.until is null or b.until > now())
      and exists (select 1 from unnest($networks::cidr[]) n where b.network >>= n or b.network <<= n)
    order by b.network`,
)

/** A second ban of the same network replaces its end. */
export const upsertNetworkBan = statement<NetworkBanRow, { network: string; until: Date | null }>(
  'network_ban.upsert',
  `insert into ip_ban (network, until) values (network($network::inet), $until)
   on conflict (network) do update set until = excluded.until returning ${COLUMNS}`,
)

/** No row: this exact network is not banned. */
export const deleteNetworkBan = statement<NetworkBanRow, { network: string }>(
  'network_ban.delete',
  `delete from ip_ban where network = network($network::inet) returning ${COLUMNS}`,
)

export const listActiveNetworkBans = statement<NetworkBanRow>(
  'network_ban.list_active',
  `select ${COLUMNS} from ip_ban where until is null or until > now() order by ip_ban.network`,
)
