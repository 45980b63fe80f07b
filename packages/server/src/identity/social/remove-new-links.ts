/** A thief of a password or session may have connected a social account, which stays valid after the password has changed. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import type { Credentials } from '../account/credential-store.ts'
import { listLinksSince, unlinkIdentity } from './social-link-store.ts'

/** Within a transaction that has locked the account. The owner is notified. */
export async function disconnectChannel(
  tx: Queryable,
  mail: MailDependencies,
  account: Credentials,
  channel: string,
  caller: Caller,
): Promise<void> {
  const { uid } = account
  await unlinkIdentity(tx, uid, channel)
  await writeAudit(tx, {
    event: 'social.unbound',
    outcome: 'ok',
    uid,
    ...auditContext(caller),
    detail: { channel },
  })
  await notifyOwner(tx, mail, account, caller, { template: 'social_disconnected', channel })
}

export const createRemoveNewLinks =
  (mail: MailDependencies) =>
  /**
   * Within a transaction that has locked the account. Keeps the social account that the account was created with. `since`: unix
   * seconds.
   */
  async (tx: Queryable, account: Credentials, since: number, caller: Caller): Promise<void> => {
    const { uid } = account
    for (const { channel } of await listLinksSince(tx, { uid, since: new Date(since * 1_000) })) {
      await disconnectChannel(tx, mail, account, channel, caller)
    }
  }
