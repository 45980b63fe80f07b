/** Tells an owner that the oldest devices were logged out to make room (S-052); once a day, however many sign in. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import { type MailDependencies, notifyOwner, type Owner } from '../../platform/mail/notify-owner.ts'

const toldToday = statement<{ told: true }, [uid: string]>(
  'session.told_dropped',
  `select true as told from audit_event
    where uid = $1 and event = 'session.dropped' and at > now() - interval '1 day' limit 1`,
)

export async function notifySessionsEnded(
  on: Queryable,
  mail: MailDependencies,
  owner: Owner,
  count: number,
  caller: Caller,
): Promise<void> {
  const [told] = await toldToday(on, owner.uid)
  await writeAudit(on, {
    event: 'session.dropped',
    outcome: 'ok',
    uid: owner.uid,
    ...auditContext(caller),
    detail: { count },
  })
  if (!told) await notifyOwner(on, mail, owner, caller, { template: 'sessions_dropped', count })
}
