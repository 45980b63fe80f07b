import type { SessionClaims } from '../../identity/index.ts'
import type { AuditEvent } from '../../platform/audit/write-audit.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { requireRole } from './describe-machine.ts'
import { setName } from './machine-store.ts'

/** Sets the name that all people of the machine see. Throws `machine_unknown`, `authority` for machine operators. */
export async function nameMachine(
  db: Database,
  { uid, status }: SessionClaims,
  { machine, name }: { readonly machine: string; readonly name: string },
  context: Pick<AuditEvent, 'network' | 'app' | 'requestId'>,
): Promise<void> {
  if (status !== 'active') throw new ApiError('restricted')
  const { ownership } = await requireRole(db, machine, uid, ['owner', 'manager'])
  await db.transaction(async tx => {
    const [named] = await setName(tx, { machine, ownership, name })
    if (!named) throw new ApiError('machine_unknown')
    await writeAudit(tx, { event: 'machine.name', outcome: 'ok', uid, ...context, detail: { machine } })
  })
}
