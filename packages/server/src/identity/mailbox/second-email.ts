/**
 * A second address for recovery and notices, so that a lost mailbox is not a lost account. A change needs two proofs, and a new address also a
 * code from its mailbox. Every mailbox of the account gets an email about it. The change counts after 72 hours. Until then it can be undone:
 * by the link of such an email, or by a password reset. So the owner has time to notice what a thief of a session did (S-148).
 */

import type { OutputOf } from '@kerf/contract/endpoint'
import type { getSecondEmail } from '@kerf/contract/endpoints/mailbox'
import { SECOND_EMAIL_WAIT_SECONDS } from '@kerf/contract/limits'
import { type MailDependencies, mailboxHash, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { findSecondMailbox } from '../../outbound/mail/second-mailbox-store.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findIdentifierOwner } from '../account/account-store.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { canonicalEmail, maskEmail, requireNewMailbox } from '../account/email-address.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertTwoProofs, lockAccountOfSession } from '../session/session-companion.ts'
import { mailboxReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { assertNoForcedChange } from './mailbox-change.ts'
import {
  cancelSecondEmailChanges,
  endSecondEmail,
  findNewestSecondEmail,
  replaceSecondEmail,
} from './second-email-store.ts'

export interface SecondEmailDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'mail'> {
  readonly codes: VerificationCodes
}

const nowOf = async ({ clock }: Pick<MailDependencies, 'clock'>): Promise<Date> => new Date(await clock.now())
const after = (at: Date): Date => new Date(at.getTime() + SECOND_EMAIL_WAIT_SECONDS * 1_000)

/** Whether a mail went to the second mailbox of the account. `mailbox`: `mailboxHash` */
export async function isSecondMailbox(
  on: Queryable,
  clock: Pick<MailDependencies, 'clock'>,
  uid: string,
  mailbox: string,
): Promise<boolean> {
  const [second] = await findSecondMailbox(on, { uid, at: await nowOf(clock) })
  return second !== undefined && mailboxHash(second.email) === mailbox
}

/** Undoes a change that does not count yet. Within a transaction that has locked the account. */
export async function cancelSecondEmail(
  tx: Queryable,
  mail: MailDependencies,
  uid: string,
  caller: Caller,
): Promise<void> {
  if (!(await cancelSecondEmailChanges(tx, { uid, at: await nowOf(mail) }))) return
  const detail = { cancelled: true }
  await writeAudit(tx, { event: 'account.second_email', outcome: 'ok', uid, ...auditContext(caller), detail })
}

export function createSecondEmail({ db, keys, codes, mail }: SecondEmailDependencies) {
  async function findOwner(tx: Queryable, session: SessionClaims): Promise<Credentials> {
    await lockAccountOfSession(tx, session)
    await assertNoForcedChange(tx, session.uid)
    const [account] = await findAccount(tx, { uid: session.uid })
    if (!account) throw new ApiError('no_account')
    return account
  }

  return {
    async find(uid: string): Promise<OutputOf<typeof getSecondEmail>> {
      const [row] = await findNewestSecondEmail(db, { uid, at: await nowOf(mail) })
      return {
        secondEmail: row ? { email: row.email, startsAt: row.counts_from, endsAt: row.counts_until } : null,
      }
    },

    /**
     * Throws `proof_required` without two recent proofs, `incorrect_code` or `code_expired`, `restricted` as `changeEmail`, and
     * `email_has_connected` for the address of an account.
     */
    async set(
      session: SessionClaims,
      input: SubmittedCode & { readonly email: string },
      caller: Caller,
    ): Promise<void> {
      await assertTwoProofs(db, session, caller)
      const { uid } = session
      const { address: email, canonical } = requireNewMailbox(input.email)
      const { nonce, verificationCode, ticket } = input
      const receiver = mailboxReceiver(keys.receiver, canonical)
      const attempt = { nonce, verificationCode, ticket, receiver, scene: 'bind', uid: undefined } as const
      const audit = { event: 'account.second_email', uid, ...auditContext(caller) } as const
      await using codeTry = await codes.startTry(attempt, caller)
      const isCorrect = await db.transaction(async tx => {
        if (!(await codeTry.tryCode(tx))) {
          await writeAudit(tx, { ...audit, outcome: 'refused' })
          return false
        }
        const account = await findOwner(tx, session)
        if ((await findIdentifierOwner(tx, { kind: 'email', value: canonical })).length > 0)
          throw new ApiError('email_has_connected')
        const at = await nowOf(mail)
        const startsAt = after(at)
        // Before the change: the address that counts until now gets the email as well.
        const content = {
          template: 'second_email_set',
          to: maskEmail(email),
          startsAt: startsAt.getTime() / 1_000,
        } as const
        await notifyOwner(tx, mail, account, caller, content)
        // Without the link that ends sessions: the owner may have mistyped the address of a stranger.
        await notifyOwner(tx, mail, account, caller, content, { to: email, withLink: false })
        await replaceSecondEmail(tx, { uid, email, canonical, at, startsAt })
        await writeAudit(tx, { ...audit, outcome: 'ok' })
        return true
      })
      if (!isCorrect) await codeTry.rejectWrongCode()
    },

    /** Throws `proof_required` without two recent proofs, and `restricted` as `changeEmail`. */
    async remove(session: SessionClaims, caller: Caller): Promise<void> {
      await assertTwoProofs(db, session, caller)
      const { uid } = session
      await db.transaction(async tx => {
        const account = await findOwner(tx, session)
        const at = await nowOf(mail)
        const endsAt = after(at)
        if (!(await endSecondEmail(tx, { uid, at, endsAt }))) return
        const [left] = await findNewestSecondEmail(tx, { uid, at })
        // An address that did not count yet is gone, and changes nothing for anybody.
        if (left && left.counts_until !== null)
          await notifyOwner(tx, mail, account, caller, {
            template: 'second_email_removed',
            endsAt: left.counts_until,
          })
        const detail = { removed: true }
        await writeAudit(tx, {
          event: 'account.second_email',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail,
        })
      })
    },
  }
}

export type SecondEmail = ReturnType<typeof createSecondEmail>

/** The receiver of a code for a recovery by the second address that the person typed. `isOwn`: it is the one of the account, and counts. */
export async function resolveSecondReceiver(
  on: Queryable,
  { clock, key }: Pick<MailDependencies, 'clock'> & { readonly key: Buffer },
  uid: string,
  typed: string,
): Promise<{ receiver: Buffer; isOwn: boolean }> {
  const canonical = canonicalEmail(typed)
  if (canonical === undefined)
    throw new ApiError('invalid_email', { fields: { secondEmail: 'email_invalid' } })
  const [second] = await findSecondMailbox(on, { uid, at: await nowOf({ clock }) })
  return { receiver: mailboxReceiver(key, canonical), isOwn: second?.canonical === canonical }
}
