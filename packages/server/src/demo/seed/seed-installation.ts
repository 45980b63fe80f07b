/** Writes the demo data: accounts, messages, redemption codes, a completed course, a machine. A second run changes nothing. */
import type { Course, Courses } from '../../entitlements/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { buildMachine } from '../machine/claimable-machine.ts'
import { DEMO_UID, seedAccounts } from './accounts.ts'
import { seedMessages } from './messages.ts'
import { seedRedemption } from './redemption.ts'
import { insertCertificate, insertCompletedLessons } from './seed-store.ts'

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

/** Number of the demo certificate. Its public page is `/en/certificate/KP-DEMA-KERS-2345-6789`. */
const DEMO_CERTIFICATE = 'KP-DEMA-KERS-2345-6789'

/** Completes the course for the account `uid`. A second run changes nothing. */
async function seedTraining(db: Database, uid: string, course: Course | undefined): Promise<void> {
  if (!course) return
  const lessons = course.lessons.map(({ id }) => id)
  await db.transaction(async tx => {
    await insertCompletedLessons(tx, { uid, course: course.id, version: course.version, lessons })
    await insertCertificate(tx, { uid, course: course.id, number: DEMO_CERTIFICATE })
  })
}
