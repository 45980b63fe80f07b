import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'

export const auditWorkshop = (
  tx: Queryable,
  event: string,
  uid: string,
  caller: Caller,
  detail: Readonly<Record<string, string | number>>,
): Promise<void> => writeAudit(tx, { event, outcome: 'ok', uid, ...auditContext(caller), detail })
