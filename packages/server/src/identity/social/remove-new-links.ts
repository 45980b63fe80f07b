/** A thief of a password or session may have connected a social account, which stays valid after the password has changed. */

import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Credentials } from '../account/credential-store.ts'
import { listLinksSince } from './social-link-store.ts'
import { unlinkAndNotify } from './unlink-identity.ts'

export const createRemoveNewLinks =
  (mail: MailDependencies) =>
  /**
   * Within a transaction that has locked the account. Keeps the social account that the account was created with. `since`: unix
   * seconds.
   */
  async (tx: Queryable, account: Credentials, since: number, caller: Caller): Promise<void> => {
    const { uid } = account
    for (const { channel } of await listLinksSince(tx, { uid, since: new Date(since * 1_000) })) {
      await unlinkAndNotify(tx, mail, account, channel, caller)
    }
  }
