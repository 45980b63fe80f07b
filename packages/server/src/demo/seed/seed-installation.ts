/** Writes the demo data: accounts, messages, redemption codes, a completed course, a machine. A second run changes nothing. */
import type { Courses } from '../../entitlements/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { buildMachine } from '../machine/claimable-machine.ts'
import { DEMO_UID, seedAccounts } from './accounts.ts'
import { seedMessages } from './messages.ts'
import { seedRedemption } from './redemption.ts'
import { seedTraining } from './training.ts'

const DEMO_COURSE = 'printer'

export async function seedInstallation(
  db: Database,
  keys: Keys,
  { courses, dataDir }: { readonly courses: Courses; readonly dataDir: string },
): Promise<void> {
  const uid = DEMO_UID.personal
  await seedAccounts(db)
  await seedMessages(db, uid)
  await seedRedemption(db, keys.redemption, uid)
  await seedTraining(db, uid, courses.get(DEMO_COURSE))
  await buildMachine(db, keys, dataDir)
}
