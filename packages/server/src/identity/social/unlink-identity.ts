/** Unlinks a social account, but never the last sign-in method (S-069). */

import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { lockAccount } from '../account/account-store.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { canonicalEmail } from '../account/email-address.ts'
import { hasPasskey } from '../passkey/passkey-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertRecentAuthentication } from '../session/session-companion.ts'
import { isSignInMailbox, listSocialLinks, unlinkIdentity } from './social-link-store.ts'

async function hasMethodBesidesSocial(tx: Queryable, account: Credentials): Promise<boolean> {
  if (account.password_hash !== null || (await hasPasskey(tx, account.uid))) return true
  const canonical = canonicalEmail(account.email)
  return canonical !== undefined && isSignInMailbox(tx, account.uid, canonical)
}

/** Within a transaction that has locked the account. The owner is notified. */
export async function unlinkAndNotify(
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

export function createUnlinkOwnIdentity(db: Database, mail: MailDependencies) {
  /** Does nothing for a channel that is not linked, so that a retry succeeds. Throws `proof_required`, `last_sign_in_method`. */
  return async function unlinkOwnIdentity(
    session: SessionClaims,
    channel: string,
    caller: Caller,
  ): Promise<void> {
    await assertRecentAuthentication(db, session, caller)
    const { uid } = session
    await db.transaction(async tx => {
      // The lock serializes concurrent calls; the statements after it see what an earlier call has removed.
      await lockAccount(tx, { uid })
      const [account] = await findAccount(tx, { uid })
      if (!account) throw new ApiError('no_account')
      const links = await listSocialLinks(tx, { uid })
      if (!links.some(link => link.channel === channel)) return
      if (links.length === 1 && !(await hasMethodBesidesSocial(tx, account)))
        throw new ApiError('last_sign_in_method')
      await unlinkAndNotify(tx, mail, account, channel, caller)
    })
  }
}
