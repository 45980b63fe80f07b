/** Links an identity with an existing account and notifies its owner. */
import * as v from 'valibot'
import { type MailDependencies, notifyOwner, type Owner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findAccount } from '../account/credential-store.ts'
import { lockSession } from '../session/session-store.ts'
import type { PendingLink } from '../sign-in/start-sign-in.ts'
import type { IdentityOutcome } from './identity-outcome.ts'
import { SocialIdentity } from './providers/social-provider.ts'
import { findLinkedAccount, linkIdentity } from './social-link-store.ts'
import type { Binder } from './start-social-sign-in.ts'

/** Returns false if the identity or the channel is linked already. */
async function linkAndNotify(
  tx: Queryable,
  mail: MailDependencies,
  account: Owner,
  { channel, identity }: { readonly channel: string; readonly identity: SocialIdentity },
  caller: Caller,
): Promise<boolean> {
  const { uid } = account
  if (!(await linkIdentity(tx, uid, channel, identity))) return false
  await writeAudit(tx, {
    event: 'social.bound',
    outcome: 'ok',
    uid,
    ...auditContext(caller),
    detail: { channel },
  })
  await notifyOwner(tx, mail, account, caller, { template: 'social_connected', channel })
  return true
}

/** At the end of a sign-in, within its transaction. Throws `restricted`, `social_already_bound`. */
export async function linkPendingIdentity(
  tx: Queryable,
  mail: MailDependencies,
  account: Owner & { readonly status: string },
  { channel, identity }: PendingLink,
  caller: Caller,
): Promise<void> {
  if (account.status === 'restricted') throw new ApiError('restricted')
  if (!v.is(SocialIdentity, identity)) throw new Error('stored identity has an unknown shape')
  if (!(await linkAndNotify(tx, mail, account, { channel, identity }, caller)))
    throw new ApiError('social_already_bound')
}

/** For the account that is signed in. Succeeds if the identity is linked with it already. */
export function createLinkOwnIdentity(db: Database, mail: MailDependencies) {
  return function linkOwnIdentity(
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
      const isLinked = await linkAndNotify(tx, mail, account, { channel, identity }, caller)
      return isLinked ? { created: false } : { error: 'social_already_bound' }
    })
  }
}
