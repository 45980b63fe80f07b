/** What another noun learns of a visitor's watching: whether this browser has watched a whole course, within its two hours. */
import type { CourseId } from '@kerf/contract/endpoints/training'
import type { Queryable } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { type FinishedVisit, findFinishedVisit } from './watch-session-store.ts'

/** `cookie` is the context's `watch`; undefined where nothing was watched to the end, or too long ago. */
export async function findWatchProof(
  db: Queryable,
  cookie: string | undefined,
  course: CourseId,
): Promise<FinishedVisit | undefined> {
  return cookie === undefined ? undefined : (await findFinishedVisit(db, sha256(cookie), course))[0]
}
