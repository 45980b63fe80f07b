/** Sessions of operators. Each operator has at most one, bound to one host. */
import { withOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import {
  deleteOtherSessions,
  insertOperatorSession,
  type OperatorSessionRow,
  useOperatorSession,
} from './operator-session-store.ts'

export interface ConsoleOrigin {
  /** `host` or `host:port` of CONSOLE_HOST */
  readonly host: string
  readonly origin: string
}

export interface OpenedSession {
  readonly token: string
  readonly session: OperatorSessionRow
}

/** The live session of a token on this host. undefined: none. */
export async function findOperatorSession(
  on: Queryable,
  token: string,
  { host }: ConsoleOrigin,
): Promise<OperatorSessionRow | undefined> {
  const [row] = await useOperatorSession(on, { hash: sha256(token), host })
  return row
}

/** Evidence of a session, for the audit rows and approvals of what it does. */
export const evidenceOf = ({ session, operator, roles }: OperatorSessionRow) => ({
  source: `session:${session}`,
  stated: null,
  operatorId: operator,
  roles,
})

/** Opens a session. The operator's other sessions end: one person, one place. */
export async function openSession(
  tx: Queryable,
  { operator, name }: { readonly operator: string; readonly name: string },
  method: 'passkey' | 'openid',
  at: ConsoleOrigin,
): Promise<OpenedSession> {
  const token = randomToken()
  const id = randomHandle()
  await deleteOtherSessions(tx, { operator })
  await insertOperatorSession(tx, { hash: sha256(token), id, operator, host: at.host, method })
  const session = await findOperatorSession(tx, token, at)
  if (!session) throw new ApiError('expired_login')
  await withOperatorEvidence(evidenceOf(session), () =>
    writeAudit(tx, { event: 'operator.login', outcome: 'ok', operator: name, detail: { method } }),
  )
  return { token, session }
}
