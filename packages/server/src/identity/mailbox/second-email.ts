/**
 * A second address for recovery and notices, so that a lost mailbox is not a lost account. A change needs two proofs and a code from the new
 * mailbox, is mailed to every address of the account, and counts after 72 hours: until then the link of each of these mails, and a password
 * reset, take it back. So a thief of a session adds no way in, and removes none, unnoticed.
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

/** Whether `canonical` is the second address of the account, and counts. */
export async function isSecondEmail(
  on: Queryable,
  clock: Pick<MailDependencies, 'clock'>,
  uid: string,
  canonical: string | undefined,
): Promise<boolean> {
  const [second] = await findSecondMailbox(on, { uid, at: await nowOf(clock) })
  return second !== undefined && second.canonical === canonical
}

/** The same for `mailboxHash` of an address. */
export async function isSecondMailbox(
  on: Queryable,
  clock: Pick<MailDependencies, 'clock'>,
  uid: string,
  mailbox: string,
): Promise<boolean> {
  const [second] = await findSecondMailbox(on, { uid, at: await nowOf(clock) })
  return second !== undefined && mailboxHash(second.email) === mailbox
}

/** Within a transaction that has locked the account, because its owner did not ask for the change or may not have. */
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
     * Throws `proof_required` without two recent proofs, `incorrect_code` or `code_expired`, and `email_has_connected` for the address of
     * an account.
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
        // Before the change, so that the address that counts until now is told.
        const content = {
          template: 'second_email_set',
          to: maskEmail(email),
          startsAt: startsAt.getTime() / 1_000,
        } as const
        await notifyOwner(tx, mail, account, caller, content)
        // Whoever reads it may be a stranger, or the owner's mistake: no link.
        await notifyOwner(tx, mail, account, caller, content, { to: email, withLink: false })
        await replaceSecondEmail(tx, { uid, email, canonical, at, startsAt })
        await writeAudit(tx, { ...audit, outcome: 'ok' })
        return true
      })
      if (!isCorrect) await codeTry.rejectWrongCode()
    },

    /** Throws `proof_required` without two recent proofs. */
    async remove(session: SessionClaims, caller: Caller): Promise<void> {
      await assertTwoProofs(db, session, caller)
      const { uid } = session
      await db.transaction(async tx => {
        const account = await findOwner(tx, session)
        const at = await nowOf(mail)
        const endsAt = after(at)
        if (!(await endSecondEmail(tx, { uid, at, endsAt }))) return
        await notifyOwner(tx, mail, account, caller, {
          template: 'second_email_removed',
          endsAt: endsAt.getTime() / 1_000,
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

/** The receiver of a recovery by the second address that the person names. `uid`: null unless it belongs to the account. */
export async function resolveSecondReceiver(
  on: Queryable,
  { clock, key }: Pick<MailDependencies, 'clock'> & { readonly key: Buffer },
  uid: string,
  typed: string,
): Promise<{ receiver: Buffer; isOwn: boolean }> {
  const canonical = canonicalEmail(typed)
  if (canonical === undefined)
    throw new ApiError('invalid_email', { fields: { secondEmail: 'email_invalid' } })
  return {
    receiver: mailboxReceiver(key, canonical),
    isOwn: await isSecondEmail(on, { clock }, uid, canonical),
  }
}
