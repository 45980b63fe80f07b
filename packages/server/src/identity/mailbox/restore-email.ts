/**
 * A thief with two proofs may have moved the account to another mailbox, which then gets every code. The link of the mail to the former
 * address therefore restores that address for three days.
 */

import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findIdentifierOwner, moveEmail } from '../account/account-store.ts'
import type { Credentials } from '../account/credential-store.ts'
import { canonicalEmail, maskEmail } from '../account/email-address.ts'
import { NEW_SECONDS } from '../factors/remove-additions.ts'
import { deleteCodesOfAccount } from '../verification/verification-store.ts'

export const createRestoreEmail = (mail: MailDependencies) => ({
  /** Before the account is locked, as a redemption locks: what was mailed to the other address proves nothing then. */
  voidCodes: (tx: Queryable, uid: string) => deleteCodesOfAccount(tx, { uid }),

  /** Whether the account has left the address and nobody else has it, without the lock. Does not check the age of the change. */
  canRestore: async (on: Queryable, account: Credentials, email: string): Promise<boolean> => {
    const value = canonicalEmail(email) ?? ''
    if (value === canonicalEmail(account.email)) return false
    return (await findIdentifierOwner(on, { kind: 'email', value })).length === 0
  },

  /**
   * Within a transaction that has locked the account. `at`: time of the change, unix seconds. Does nothing for an older change, and if the
   * address belongs to another account by now.
   */
  restore: async (
    tx: Queryable,
    account: Credentials,
    email: string,
    at: number,
    caller: Caller,
  ): Promise<void> => {
    if (at + NEW_SECONDS < (await mail.clock.now()) / 1_000) return
    const { uid } = account
    const [from, to] = [canonicalEmail(account.email) ?? '', canonicalEmail(email) ?? '']
    if (from === to || !(await moveEmail(tx, { uid, email, from, to }))) return
    const detail = { restored: true }
    await writeAudit(tx, {
      event: 'account.email_changed',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail,
    })
    const content = { template: 'email_changed', to: maskEmail(email) } as const
    await notifyOwner(tx, mail, { ...account, email }, caller, content)
    // The other mailbox may be the thief's.
    await notifyOwner(tx, mail, account, caller, content, { withLink: false })
  },
})
