/** The demo accounts. */
import { claimIdentifier, hashPassword, insertPersonalAccount } from '../../identity/index.ts'
import { type Database, inSavepoint } from '../../platform/db/database.ts'
import { findDemoAccounts, insertEnterpriseAccount } from './seed-store.ts'

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

/** Creates the demo accounts if they are missing. Existing accounts stay as they are. */
export async function seedAccounts(db: Database): Promise<void> {
  const [row] = await findDemoAccounts(db, {
    personalUid: DEMO_UID.personal,
    enterpriseUid: DEMO_UID.enterprise,
  })
  if (row?.seeded) return
  const { email, password } = DEMO_PERSONAL
  const passwordHash = await hashPassword(password)
  const uid = DEMO_UID.personal
  await db.transaction(tx =>
    inSavepoint(tx, () =>
      insertPersonalAccount(tx, { uid, canonicalEmail: email, email, lang: 'en', passwordHash }),
    ),
  )
  const enterprise = {
    uid: DEMO_UID.enterprise,
    account: DEMO_ENTERPRISE.account,
    email: DEMO_ENTERPRISE.email,
    userName: 'Demo Workshop',
    passwordHash: await hashPassword(DEMO_ENTERPRISE.password),
  }
  await db.transaction(async tx => {
    const [claimed] = await claimIdentifier(tx, {
      kind: 'account',
      value: enterprise.account,
      uid: enterprise.uid,
    })
    if (claimed) await insertEnterpriseAccount(tx, enterprise)
  })
}
