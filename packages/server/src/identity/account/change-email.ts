/** Moves an account to another mailbox: the new one is proved by a code, both are told. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { statement } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { assertRecentAuthentication, type ReauthenticationDependencies } from '../login/reauthenticate.ts'
import { mailboxReceiver, requireCanonicalEmail } from '../verification/receiver-hash.ts'
import { findAccount } from './credential-store.ts'
import { maskEmail } from './email-address.ts'
import { lockAccount } from './lock-account.ts'

export interface EmailChange {
  readonly email: string
  readonly captcha: string
  readonly nonce: string
}

/** Claims the new address, lets go of the old one. No row: the new one is somebody's. */
const moveMailbox = statement<{ uid: string }, [uid: string, canonical: string, email: string]>(
  'account.move_mailbox',
  `with claimed as (
     insert into sign_in_identifier (kind, value, uid) values ('email', $2, $1) on conflict do nothing returning uid
   ), freed as (
     delete from sign_in_identifier where kind = 'email' and uid = $1 and exists (select from claimed)
   )
   update account set email = $3, email_verified_at = now() where uid = (select uid from claimed) returning uid`,
)

export function createChangeEmail({
  db,
  keys,
  codes,
  mail,
}: ReauthenticationDependencies & { readonly mail: MailDependencies }) {
  /** Throws 20107 (no fresh proof), 20201, 20203 (the code), 20403 (the mailbox is another account's). */
  return async function changeEmail(
    session: SessionClaims,
    change: EmailChange,
    caller: Caller,
  ): Promise<void> {
    assertRecentAuthentication(session)
    const { uid } = session
    const canonical = requireCanonicalEmail(change.email)
    const receiver = mailboxReceiver(keys.receiver, canonical)
    const proof = { nonce: change.nonce, verificationCode: change.captcha, receiver, scene: 'bind' } as const
    await codes.assertUnderLimit(proof)
    const right = await db.transaction(async tx => {
      if (!(await codes.tryCode(tx, proof))) {
        await writeAudit(tx, {
          event: 'account.email_changed',
          outcome: 'refused',
          uid,
          ...auditContext(caller),
        })
        return false
      }
      // Of two changes at once the second lets go of the address the first one moved to.
      await lockAccount(tx, uid)
      const [account] = await findAccount(tx, uid)
      if (!account) throw new ApiError('no_account')
      const [moved] = await moveMailbox(tx, uid, canonical, change.email)
      if (!moved) throw new ApiError('email_has_connected')
      await writeAudit(tx, { event: 'account.email_changed', outcome: 'ok', uid, ...auditContext(caller) })
      const what = { template: 'email_changed', to: maskEmail(change.email) } as const
      await notifyOwner(tx, mail, account, caller, what)
      await notifyOwner(tx, mail, account, caller, what, change.email)
      return true
    })
    if (!right) await codes.rejectWrongCode(proof)
  }
}
