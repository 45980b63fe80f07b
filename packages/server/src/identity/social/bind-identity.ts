import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { findAccount } from '../account/credential-store.ts'
import { lockSession } from '../session/session-store.ts'
import type { SocialIdentity } from './providers/social-provider.ts'
import type { IdentityOutcome } from './resolve-identity.ts'
import { findLinkedAccount, linkIdentity } from './social-link-store.ts'
import type { Binder } from './start-social-sign-in.ts'

/** Connects an identity to the signed-in account and notifies the owner. Succeeds if it is connected already. */
export function createBindIdentity(db: Database, mail: MailDependencies) {
  return function bindIdentity(
    channel: string,
    identity: SocialIdentity,
    { uid, session }: Binder,
    caller: Caller,
  ): Promise<IdentityOutcome> {
    return db.transaction(async tx => {
      // Locked until the commit: a concurrent password reset that ends the session waits, and then removes the link too (S-028).
      const [lockedSession] = await lockSession(tx, { uid, handle: session })
      const [account] = await findAccount(tx, { uid })
      if (!account || account.status === 'banned') return { error: 'account_ban' }
      if (account.status === 'restricted') return { error: 'restricted' }
      if (!lockedSession) return { error: 'expired' }
      if ((await findLinkedAccount(tx, channel, identity)) === uid) return { created: false }
      if (!(await linkIdentity(tx, uid, channel, identity))) return { error: 'social_already_bound' }
      await writeAudit(tx, {
        event: 'social.bound',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { channel },
      })
      await notifyOwner(tx, mail, account, caller, { template: 'social_connected', channel })
      return { created: false }
    })
  }
}
