/** The session of a request from the console's process. The database decides whether its token is valid. */
import type { Database } from '../../platform/db/database.ts'
import type { OperatorSessionRow } from '../operator/operator-session-store.ts'
import { type ConsoleOrigin, findOperatorSession } from '../operator/operator-sessions.ts'
import { ConsoleError } from './run-console-call.ts'

/** Of the header `Authorization`. */
export const tokenOf = (authorization = ''): string => /^Bearer ([\w-]{43})$/.exec(authorization)?.[1] ?? ''

/** Throws `expired_login`. */
export async function requireSession(
  db: Database,
  authorization: string | undefined,
  at: ConsoleOrigin,
): Promise<OperatorSessionRow> {
  const session = await findOperatorSession(db, tokenOf(authorization), at)
  if (!session) throw new ConsoleError('expired_login')
  return session
}
