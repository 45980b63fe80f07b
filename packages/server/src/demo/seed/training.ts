/** A course that the demo account has finished, with its certificate, in development only. */

import type { Course } from '../../entitlements/index.ts'
import { type Database, statement } from '../../platform/db/database.ts'

/** Its check page: `/en/certificate/` and this. */
const DEMO_CERTIFICATE = 'KP-DEMA-KERS-2345-6789'

const insertLessons = statement<never, [uid: string, course: string, version: string, lessons: string[]]>(
  'demo.lessons',
  `insert into lesson_done (uid, course, lesson, version, watch)
   select $1, $2, lesson, $3, 'demo' from unnest($4::text[]) as lesson on conflict do nothing`,
)
const insertCertificate = statement<never, [uid: string, course: string, number: string]>(
  'demo.certificate',
  `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
   values ($1, $2, 'demo-certificate', now(), $3, 'Maker 创客') on conflict do nothing`,
)

/** Made once. `uid`: of the demo account. */
export async function seedTraining(db: Database, uid: string, course: Course | undefined): Promise<void> {
  if (!course) return
  await db.transaction(async tx => {
    await insertLessons(
      tx,
      uid,
      course.id,
      course.version,
      course.lessons.map(({ id }) => id),
    )
    await insertCertificate(tx, uid, course.id, DEMO_CERTIFICATE)
  })
}
