/** Moves an account to another email address, which a code proves. Both addresses are notified. */

import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findEmailAge, moveEmail } from '../account/account-store.ts'
import { findAccount } from '../account/credential-store.ts'
import { canonicalEmail, maskEmail, requireNewMailbox } from '../account/email-address.ts'
import { NEW_SECONDS } from '../factors/remove-additions.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertTwoProofs, lockAccountOfSession } from '../session/session-companion.ts'
import { mailboxReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { deleteCodesOfAccount } from '../verification/verification-store.ts'
import { assertNoForcedChange, stopMailboxChange } from './mailbox-change.ts'
import { deleteSecondEmail } from './second-email-store.ts'

export interface EmailChange extends SubmittedCode {
  readonly email: string
}

export interface ChangeEmailDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'mail'> {
  readonly codes: VerificationCodes
}

export function createChangeEmail({ db, keys, codes, mail }: ChangeEmailDependencies) {
  /**
   * Throws `proof_required` without two recent proofs, `incorrect_code` or `code_expired`, `restricted` while operators replace an address
   * that may be a thief's, and `email_has_connected` if the address belongs to another account.
   */
  return async function changeEmail(
    session: SessionClaims,
    { email: typed, nonce, verificationCode, ticket }: EmailChange,
    caller: Caller,
  ): Promise<void> {
    await assertTwoProofs(db, session, caller)
    const { uid } = session
    const { address: email, canonical: to } = requireNewMailbox(typed)
    const receiver = mailboxReceiver(keys.receiver, to)
    const attempt = { nonce, verificationCode, ticket, receiver, scene: 'bind', uid: undefined } as const
    const audit = { event: 'account.email_changed', uid, ...auditContext(caller) } as const
    await using codeTry = await codes.startTry(attempt, caller)
    const isCorrect = await db.transaction(async tx => {
      if (!(await codeTry.tryCode(tx))) {
        await writeAudit(tx, { ...audit, outcome: 'refused' })
        return false
      }
      // Codes that were mailed to the old address prove nothing now. Before the account: a redemption locks in this order.
      await deleteCodesOfAccount(tx, { uid })
      // If two changes run at once, the second must read the address that the first one stored.
      await lockAccountOfSession(tx, session)
      await assertNoForcedChange(tx, uid)
      const [account] = await findAccount(tx, { uid })
      if (!account) throw new ApiError('no_account')
      const from = canonicalEmail(account.email) ?? ''
      // A thief who moves the account twice must not get a link that restores the first mailbox of theirs.
      const at = new Date((await mail.clock.now()) - NEW_SECONDS * 1_000)
      const restorable = (await findEmailAge(tx, { uid, at }))[0]?.isOlder === true
      if (!(await moveEmail(tx, { uid, email, from, to }))) throw new ApiError('email_has_connected')
      await deleteSecondEmail(tx, { uid, canonical: to })
      await stopMailboxChange(tx, mail, { uid, by: 'owner' }, auditContext(caller))
      await writeAudit(tx, { ...audit, outcome: 'ok' })
      const content = { template: 'email_changed', to: maskEmail(email) } as const
      await notifyOwner(
        tx,
        mail,
        account,
        caller,
        { ...content, restorable },
        {
          restores: restorable ? account.email : undefined,
        },
      )
      // The new mailbox may be a thief's, who must not end the owner's sessions later.
      await notifyOwner(tx, mail, account, caller, content, { to: email, withLink: false })
      return true
    })
    if (!isCorrect) await codeTry.rejectWrongCode()
  }
}

export type ChangeEmail = ReturnType<typeof createChangeEmail>
