import * as v from 'valibot'
import { type MailDependencies, notifyOwner, type Owner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PendingLink } from '../sign-in/start-sign-in.ts'
import { SocialIdentity } from './providers/social-provider.ts'
import { linkIdentity } from './social-link-store.ts'

/** Connects an identity with an existing account, within a transaction. Throws `restricted`, `social_already_bound`. */
export async function connectIdentity(
  tx: Queryable,
  mail: MailDependencies,
  account: Owner & { readonly status: string },
  { channel, identity }: PendingLink,
  caller: Caller,
): Promise<void> {
  if (account.status === 'restricted') throw new ApiError('restricted')
  const { uid } = account
  if (!v.is(SocialIdentity, identity)) throw new Error('stored identity has an unknown shape')
  if (!(await linkIdentity(tx, uid, channel, identity))) throw new ApiError('social_already_bound')
  await writeAudit(tx, {
    event: 'social.bound',
    outcome: 'ok',
    uid,
    ...auditContext(caller),
    detail: { channel },
  })
  await notifyOwner(tx, mail, account, caller, { template: 'social_connected', channel })
}
