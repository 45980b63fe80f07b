/** A completed course with its certificate for the personal demo account. */
import type { Course } from '../../entitlements/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { insertCertificate, insertCompletedLessons } from './seed-store.ts'

/** Number of the demo certificate. Its public page is `/en/certificate/KP-DEMA-KERS-2345-6789`. */
const DEMO_CERTIFICATE = 'KP-DEMA-KERS-2345-6789'

/** Completes the course for the account `uid`. A second run changes nothing. */
export async function seedTraining(db: Database, uid: string, course: Course | undefined): Promise<void> {
  if (!course) return
  const lessons = course.lessons.map(({ id }) => id)
  await db.transaction(async tx => {
    await insertCompletedLessons(tx, { uid, course: course.id, version: course.version, lessons })
    await insertCertificate(tx, { uid, course: course.id, number: DEMO_CERTIFICATE })
  })
}
