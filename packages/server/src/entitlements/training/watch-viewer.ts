/** Who watches a lesson: a personal account, or a visitor identified by a cookie. */
import type { CourseId } from '@kerf/contract/endpoints/training'
import type { SessionClaims } from '../../identity/index.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'

export interface Viewer {
  getSession(): Promise<SessionClaims | undefined>
  /** value of the visitor's cookie */
  readonly cookie: string | undefined
  readonly caller: Caller
}

/** The prefix of a watch session's id tells who watches. */
export const ACCOUNT_SESSION_PREFIX = 'a_'
export const VISITOR_SESSION_PREFIX = 'v_'
export const isVisitorSession = (id: string): boolean => id.startsWith(VISITOR_SESSION_PREFIX)

/** Courses that can be watched without an account. */
export const isVisitorCourse = (course: CourseId): boolean => course === 'welder'

/** Of a watch session that needs no account: whether the same account is logged in at its end, without naming it. */
export const learnerHash = (id: string, uid: string): Buffer => sha256(`watch ${id} ${uid}`)

/** The personal account that is logged in and may learn, if there is one. */
export async function findLearner(viewer: Viewer): Promise<string | undefined> {
  const session = await viewer.getSession()
  return session?.kind === 'personal' && session.status === 'active' ? session.uid : undefined
}

/** Throws `expired_login` without a login, `authority` for an enterprise account, `restricted` for a restricted one. */
export async function requireLearner(viewer: Viewer): Promise<string> {
  const session = await viewer.getSession()
  if (!session) throw new ApiError('expired_login')
  if (session.kind !== 'personal') throw new ApiError('authority')
  if (session.status === 'restricted') throw new ApiError('restricted')
  return session.uid
}
