/**
 * "This was not me": the link of a security mail ends every session of its account, and removes the ways to sign in that are new. A
 * password reset follows.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { mailboxHash, NOT_ME_CONTEXT, NotMe } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { decryptJson } from '../../platform/keys/encryption.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { lockAccount } from '../account/account-store.ts'
import {
  type Credentials,
  deleteLoginAllowances,
  deleteSignInFlows,
  findAccount,
} from '../account/credential-store.ts'
import { deleteAllSessions } from './session-store.ts'
import { deleteKnownBrowsers } from './store/known-browser-store.ts'
import { markSignInsReported } from './store/sign-in-record-store.ts'

const LINK_TTL_SECONDS = 30 * DAY_SECONDS
/** A link names the time of its mail, which is written somewhat after the login or addition. */
export const LINK_MARGIN_SECONDS = 60

/** Throws `expired`. */
export function readLink(key: Buffer, link: string, nowMs: number): NotMe {
  try {
    const notMe = decryptJson(key, Buffer.from(link, 'base64url'), NOT_ME_CONTEXT, NotMe)
    if (notMe.at + LINK_TTL_SECONDS > nowMs / 1_000) return notMe
  } catch {
    // Answered below: a forged link and an expired one get the same answer.
  }
  throw new ApiError('expired')
}

/** Whether the mail went to a mailbox that the account has. A link of an earlier version does not tell. */
export async function isOwnMailbox(
  on: Queryable,
  isSecondMailbox: NotMeDependencies['secondEmail']['isOwn'],
  { uid, email }: Pick<Credentials, 'uid' | 'email'>,
  { to, restores }: NotMe,
): Promise<boolean> {
  const receiver = restores === undefined ? to : mailboxHash(restores)
  return receiver === undefined || receiver === mailboxHash(email) || isSecondMailbox(on, uid, receiver)
}

export interface NotMeDependencies extends Pick<PlatformServices, 'db' | 'clock'> {
  readonly linkKey: Buffer
  /** Removes passkeys, social accounts and second factors that were added at `at` (unix seconds) or later. */
  readonly removeAdditions: (tx: Queryable, account: Credentials, at: number, caller: Caller) => Promise<void>
  readonly restoreEmail: {
    canRestore: (on: Queryable, account: Credentials, email: string) => Promise<boolean>
    voidCodes: (tx: Queryable, uid: string) => Promise<unknown>
    /** Restores the address that the account had before `at` (unix seconds). */
    restore: (tx: Queryable, account: Credentials, email: string, at: number, caller: Caller) => Promise<void>
  }
  readonly secondEmail: {
    /** Whether the mail went to the second mailbox of the account. `mailbox`: `mailboxHash` */
    isOwn: (on: Queryable, uid: string, mailbox: string) => Promise<boolean>
    /** Takes back a change that waits to count. */
    cancel: (tx: Queryable, uid: string, caller: Caller) => Promise<void>
  }
  /** Stops what operators have started and what the mail tells of: a change of a lost mailbox, or a merge. */
  readonly stopAct: (tx: Queryable, uid: string, id: string, caller: Caller) => Promise<unknown>
  /** Ends the waiting time for the removal of lost factors. */
  readonly stopFactorRemoval: (tx: Queryable, uid: string, caller: Caller) => Promise<void>
}

export function createNotMe({
  db,
  clock,
  linkKey,
  removeAdditions,
  restoreEmail,
  secondEmail,
  stopAct,
  stopFactorRemoval,
}: NotMeDependencies) {
  /**
   * Throws `expired`. The link may be used again: it then ends the sessions started since, which is safe because only the
   * mailbox's owner has it. In a mailbox that the account has left, it ends sessions only: the receiver may be a stranger by then (S-147).
   */
  return async function notMe(link: string, caller: Caller): Promise<{ business: boolean }> {
    const read = readLink(linkKey, link, await clock.now())
    const { uid, at, restores, stops } = read
    return db.transaction(async tx => {
      // Before the account: a redemption locks in this order.
      if (restores !== undefined) await restoreEmail.voidCodes(tx, uid)
      // An addition at the same moment is before, and removed, or finds its session ended.
      await lockAccount(tx, { uid })
      const [present] = await findAccount(tx, { uid })
      if (present && restores !== undefined) await restoreEmail.restore(tx, present, restores, at, caller)
      const [account] = restores === undefined ? [present] : await findAccount(tx, { uid })
      if (!account) throw new ApiError('expired')
      // Of a mailbox: the link was sent to addresses only that the account had for more than three days.
      if (stops !== undefined) await stopAct(tx, uid, stops, caller)
      const ended = await deleteAllSessions(tx, { uid })
      await deleteKnownBrowsers(tx, { uid })
      await deleteSignInFlows(tx, { uid })
      await deleteLoginAllowances(tx, { uid })
      await writeAudit(tx, {
        event: 'session.not_me',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { ended: ended.length },
      })
      if (await isOwnMailbox(tx, secondEmail.isOwn, account, read)) {
        await secondEmail.cancel(tx, uid, caller)
        await stopFactorRemoval(tx, uid, caller)
        await removeAdditions(tx, account, at, caller)
        await markSignInsReported(tx, { uid, since: new Date((at - LINK_MARGIN_SECONDS) * 1_000) })
      }
      return { business: account.kind === 'enterprise' }
    })
  }
}
