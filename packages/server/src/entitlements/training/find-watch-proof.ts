/** Proof that a visitor has watched a whole course. It lasts as long as the visitor's cookie: two hours from its first lesson. */
import type { CourseId } from '@kerf/contract/endpoints/training'
import type { Queryable } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { findFinishedVisitorCourse } from './watch-session-store.ts'

export interface WatchProof {
  /** hash of the visitor's cookie, in hex */
  readonly visitor: string
  readonly courseVersion: string
  /** unix seconds */
  readonly finishedAt: number
}

/** `cookie`: its value. undefined: the visitor has not finished the course, or the cookie has expired. */
export async function findWatchProof(
  db: Queryable,
  cookie: string | undefined,
  course: CourseId,
): Promise<WatchProof | undefined> {
  if (cookie === undefined) return undefined
  const hash = sha256(cookie)
  const [row] = await findFinishedVisitorCourse(db, { hash, course })
  return row && { visitor: hash.toString('hex'), courseVersion: row.version, finishedAt: row.finished }
}
