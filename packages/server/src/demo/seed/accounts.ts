/** The demo accounts. */
import { hashPassword, insertPersonalAccount } from '../../identity/index.ts'
import { type Database, statement } from '../../platform/db/database.ts'

export const DEMO_PERSONAL = { email: 'maker@demo.example', password: 'cut-along-42' } as const
export const DEMO_ENTERPRISE = {
  account: 'demo-workshop',
  email: 'office@demo.example',
  password: 'cut-along-43',
} as const

export const DEMO_UID = {
  personal: '00000000-0000-4000-8000-000000000001',
  enterprise: '00000000-0000-4000-8000-000000000002',
}

const isSeeded = statement<{ seeded: boolean }, [personal: string, enterprise: string]>(
  'demo.seeded',
  'select count(*) = 2 as seeded from account where uid in ($1, $2)',
)

const insertEnterprise = statement<
  never,
  [uid: string, account: string, email: string, name: string, hash: string]
>(
  'demo.insert_enterprise',
  `with claimed as (
     insert into sign_in_identifier (kind, value, uid) values ('account', $2, $1) on conflict do nothing returning uid
   )
   insert into account (uid, kind, email, email_verified_at, enterprise_id, user_name, password_hash)
   select uid, 'enterprise', $3, now(), $2, $4, $5 from claimed`,
)

/** Creates the demo accounts if they are missing. Existing accounts stay as they are. */
export async function seedAccounts(db: Database): Promise<void> {
  const [row] = await isSeeded(db, DEMO_UID.personal, DEMO_UID.enterprise)
  if (row?.seeded) return
  const { email, password } = DEMO_PERSONAL
  const passwordHash = await hashPassword(password)
  const uid = DEMO_UID.personal
  await db.transaction(tx =>
    insertPersonalAccount(tx, { uid, canonicalEmail: email, email, lang: 'en', passwordHash }),
  )
  const business = DEMO_ENTERPRISE
  const hash = await hashPassword(business.password)
  await insertEnterprise(db, DEMO_UID.enterprise, business.account, business.email, 'Demo Workshop', hash)
}
