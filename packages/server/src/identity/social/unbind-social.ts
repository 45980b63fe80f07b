/** Disconnects a social account, but never the last sign-in method (S-069). */
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import type { MailDependencies } from '../../platform/mail/notify-owner.ts'
import { lockAccount } from '../account/account-store.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { canonicalEmail } from '../account/email-address.ts'
import { hasPasskey } from '../passkey/passkey-store.ts'
import { assertRecentAuthentication } from '../session/session-companion.ts'
import { disconnectChannel } from './remove-new-links.ts'
import { isSignInMailbox, listSocialLinks } from './social-link-store.ts'

async function hasMethodBesidesSocial(tx: Queryable, account: Credentials): Promise<boolean> {
  if (account.password_hash !== null || (await hasPasskey(tx, account.uid))) return true
  const canonical = canonicalEmail(account.email)
  return canonical !== undefined && isSignInMailbox(tx, account.uid, canonical)
}

export function createUnbindSocial(db: Database, mail: MailDependencies) {
  /** Does nothing for a channel that is not connected, so that a retry succeeds. Throws `proof_required`, `last_sign_in_method`. */
  return async function unbindSocial(session: SessionClaims, channel: string, caller: Caller): Promise<void> {
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
      await disconnectChannel(tx, mail, account, channel, caller)
    })
  }
}
