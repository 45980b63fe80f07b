/** Every enterprise account, as an operator's table. */
import { DEFAULT_PASSWORD_EXPIRED } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'

/** Times are unix seconds. */
export interface ListedEnterprise {
  readonly uid: string
  readonly account: string
  readonly name: string
  readonly email: string
  readonly status: 'active' | 'restricted' | 'banned'
  readonly createdAt: number
  readonly defaultPassword: boolean
  /** the default password was not used within its thirty days: only a reset or a recovery opens the account */
  readonly defaultDead: boolean
  readonly lastSignIn: number | null
}

const list = statement<ListedEnterprise, [after: string, limit: number]>(
  'operate.enterprise.list',
  `select a.uid, a.enterprise_id as account, a.user_name as name, a.email, a.status,
          floor(extract(epoch from a.created_at))::float8 as "createdAt", a.default_password as "defaultPassword",
          ${DEFAULT_PASSWORD_EXPIRED} as "defaultDead",
          (select floor(extract(epoch from max(r.at)))::float8 from sign_in_record r where r.uid = a.uid) as "lastSignIn"
     from sign_in_identifier i join account a on a.uid = i.uid
    where i.kind = 'account' and i.value > $1 order by i.value limit $2`,
)

const PAGE = 1_000

/** By account ID. */
export async function listEnterprises(db: Database, operator: string): Promise<ListedEnterprise[]> {
  const found: ListedEnterprise[] = []
  let after = ''
  for (;;) {
    const page = await list(db, after, PAGE)
    found.push(...page)
    after = page.at(-1)?.account.toLowerCase() ?? ''
    if (page.length < PAGE) break
  }
  await writeAudit(db, {
    event: 'enterprise.list',
    outcome: 'ok',
    operator,
    detail: { accounts: found.length },
  })
  return found
}
