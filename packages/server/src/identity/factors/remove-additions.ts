/**
 * A thief of a password or session may have added a passkey, a social account or an authenticator app, which stays valid after the
 * password has changed. "This was not me" and a password reset therefore remove recent additions.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Credentials } from '../account/credential-store.ts'
import { passkeyLabel } from '../passkey/passkey-ceremonies.ts'
import { deletePasskeysSince } from '../passkey/passkey-store.ts'
import { LINK_MARGIN_SECONDS } from '../session/not-me.ts'
import { deleteFactorsSince } from './remove-factors.ts'

/** An older addition is not new: a thief who reads the mailbox cannot remove it by a link or a reset. */
export const NEW_SECONDS = 3 * DAY_SECONDS

export interface AdditionDependencies extends Pick<PlatformServices, 'mail'> {
  /** Disconnects the social accounts that were connected at `since` (unix seconds) or later. */
  readonly removeNewLinks: (
    tx: Queryable,
    account: Credentials,
    since: number,
    caller: Caller,
  ) => Promise<void>
}

/** Removes passkeys and social accounts, within a transaction that has locked the account. `since`: unix seconds. */
export async function removeNewSignIns(
  tx: Queryable,
  { mail, removeNewLinks }: AdditionDependencies,
  account: Credentials,
  since: number,
  caller: Caller,
): Promise<void> {
  const { uid } = account
  for (const removed of await deletePasskeysSince(tx, { uid, since: new Date(since * 1_000) })) {
    await writeAudit(tx, { event: 'passkey.removed', outcome: 'ok', uid, ...auditContext(caller) })
    await notifyOwner(tx, mail, account, caller, {
      template: 'passkey_removed',
      passkey: passkeyLabel(removed),
    })
  }
  await removeNewLinks(tx, account, since, caller)
}

export function createRemoveAdditions(deps: AdditionDependencies) {
  const { mail } = deps
  /**
   * Within a transaction that has locked the account: removes passkeys, social accounts and a first authenticator app that were added at
   * the time of the link or later. `at`: unix seconds. Does nothing for an older link.
   */
  return async function removeAdditions(
    tx: Queryable,
    account: Credentials,
    at: number,
    caller: Caller,
  ): Promise<void> {
    if (at + NEW_SECONDS < (await mail.clock.now()) / 1_000) return
    const since = at - LINK_MARGIN_SECONDS
    await removeNewSignIns(tx, deps, account, since, caller)
    const { uid } = account
    if (!(await deleteFactorsSince(tx, uid, since))) return
    await writeAudit(tx, { event: 'factor.removed', outcome: 'ok', uid, ...auditContext(caller) })
    await notifyOwner(tx, mail, account, caller, { template: 'factor_removed' })
  }
}
