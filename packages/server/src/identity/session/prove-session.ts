/** Notes that who sits at a session has just proved it anew. */
import { statement } from '../../platform/db/database.ts'

export const markReauthenticated = statement<{ handle: string }, [uid: string, handle: string]>(
  'session.prove',
  'update session set proved_at = now() where uid = $1 and handle = $2 returning handle',
)
