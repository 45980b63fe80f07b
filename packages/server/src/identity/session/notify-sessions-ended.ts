/** Notifies an owner that the oldest sessions ended because of their number (S-052). */

import { DAY_SECONDS } from '@kerf/contract/limits'
import { type MailDependencies, notifyOwner, type Owner } from '../../outbound/mail/notify-owner.ts'
import { findRecentEvent } from '../../platform/audit/audit-store.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** Further ends within it send no email. */
const NOTICE_INTERVAL_SECONDS = DAY_SECONDS

export async function notifySessionsEnded(
  tx: Queryable,
  mail: MailDependencies,
  owner: Owner,
  count: number,
  caller: Caller,
): Promise<void> {
  const { uid } = owner
  const [notified] = await findRecentEvent(tx, {
    uid,
    event: 'session.dropped',
    seconds: NOTICE_INTERVAL_SECONDS,
  })
  await writeAudit(tx, {
    event: 'session.dropped',
    outcome: 'ok',
    uid,
    ...auditContext(caller),
    detail: { count },
  })
  if (!notified) await notifyOwner(tx, mail, owner, caller, { template: 'sessions_dropped', count })
}
