/** Reads for the list of enterprise accounts. One statement per table: the tables are not co-located. Times are unix seconds. */

import { DEFAULT_PASSWORD_EXPIRED } from '../../identity/index.ts'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** By enterprise account ID, after `after`. */
export const listEnterpriseIds = statement<{ id: string; uid: string }, { after: string; limit: number }>(
  'enterprise_report.ids',
  `select value as id, uid from sign_in_identifier
    where kind = 'account' and value > $after order by value limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

export interface EnterpriseRow {
  readonly uid: string
  readonly account: string
  readonly name: string
  readonly email: string
  readonly status: 'active' | 'restricted' | 'banned'
  readonly createdAt: number
  readonly defaultPassword: boolean
  /** the default password was not used within its thirty days: only a reset or a recovery gives access */
  readonly defaultDead: boolean
}

export const findEnterprises = statement<EnterpriseRow, { uids: readonly string[] }>(
  'enterprise_report.accounts',
  `select a.uid, a.enterprise_id as account, a.user_name as name, a.email, a.status,
          ${epochSeconds('a.created_at')} as "createdAt", a.default_password as "defaultPassword",
          ${DEFAULT_PASSWORD_EXPIRED} as "defaultDead"
     from account a where a.uid = any($uids)`,
  { scope: 'every shard', because: 'operator' },
)

export const findLastSignIns = statement<{ uid: string; at: number }, { uids: readonly string[] }>(
  'enterprise_report.last_sign_ins',
  `select uid, ${epochSeconds('max(at)')} as at
     from sign_in_record where uid = any($uids) group by uid`,
  { scope: 'every shard', because: 'operator' },
)
