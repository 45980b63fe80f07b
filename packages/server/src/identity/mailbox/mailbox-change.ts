/**
 * Change of a lost mailbox. Two operators decide it after the owner has proved their identity. It takes effect after 24 hours, if a link has
 * confirmed the new address. Every mailbox of the account gets an email with a link that stops the change without a login. A code that is
 * mailed to the present mailbox stops it too, because then the mailbox is not lost. Both work only for an address that the account had for
 * more than three days: a thief may have set a newer one (S-147). A login by password or passkey stops nothing: it does not prove the mailbox.
 */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Task } from 'graphile-worker'
import * as v from 'valibot'
import { type MailDependencies, notifyOwner, type Owner } from '../../outbound/mail/notify-owner.ts'
import { findSecondMailbox } from '../../outbound/mail/second-mailbox-store.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { decryptJson, encryptJson } from '../../platform/keys/encryption.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findEmailAge, lockAccount, moveEmail } from '../account/account-store.ts'
import {
  type Credentials,
  deleteLoginAllowances,
  deleteSignInFlows,
  findAccount,
} from '../account/credential-store.ts'
import { canonicalEmail, maskEmail } from '../account/email-address.ts'
import { NEW_SECONDS } from '../factors/remove-additions.ts'
import { deleteAllSessions } from '../session/session-store.ts'
import { deleteKnownBrowsers } from '../session/store/known-browser-store.ts'
import { deleteCodesOfAccount } from '../verification/verification-store.ts'
import { listFormerEmails } from './former-email-store.ts'
import {
  confirmMailboxChange,
  deleteExpiredMailboxChange,
  findMailboxChange,
  insertMailboxChange,
  listDueMailboxChanges,
  type MailboxChangeRow,
  stopMailboxChangeRow,
  takeDueMailboxChange,
} from './mailbox-change-store.ts'
import { stopMergeRow } from './merge-stop-store.ts'
import { deleteSecondEmail } from './second-email-store.ts'

export const MAILBOX_CHANGES_JOB = 'mailbox_changes'

const WAIT_SECONDS = DAY_SECONDS
const LIFE_SECONDS = 7 * DAY_SECONDS
const CHANGES_PER_RUN = 100
const CONTEXT = 'confirm mailbox'

const ConfirmLink = v.object({ uid: v.string(), id: v.string() })

/** An operator's act has no place of the owner, so the email names none. */
const BY_OPERATOR = { ip: '', timeZone: '', app: { brand: DEFAULT_BRAND } } as const

export interface LostMailbox {
  readonly account: Pick<Credentials, 'uid' | 'email' | 'lang'>
  readonly id: string
  /** the new address, as typed and in canonical form */
  readonly email: string
  readonly canonical: string
  readonly operator: string
  readonly caseNumber: string
}

/**
 * Stores the change, mails every mailbox of the account, and sends a link that confirms it to the new address. Call it within a transaction
 * that has locked the account. Returns undefined if another change waits. `readyAt`: unix seconds.
 */
export async function startMailboxChange(
  tx: Queryable,
  mail: MailDependencies,
  { account, id, email, canonical, operator, caseNumber }: LostMailbox,
): Promise<{ readyAt: number; stoppable: boolean } | undefined> {
  const { uid } = account
  const now = await mail.clock.now()
  const trusted = new Date(now - NEW_SECONDS * 1_000)
  const stoppable = (await findEmailAge(tx, { uid, at: trusted }))[0]?.isOlder === true
  await deleteExpiredMailboxChange(tx, { uid })
  const [stored] = await insertMailboxChange(tx, {
    ...{
      uid,
      id,
      email,
      canonical,
      former: canonicalEmail(account.email) ?? '',
      stoppable,
      operator,
      caseNumber,
    },
    ...{ waitSeconds: WAIT_SECONDS, lifeSeconds: LIFE_SECONDS },
  })
  if (!stored) return undefined
  const { readyAt } = stored
  const content = { template: 'mailbox_change_started', to: maskEmail(email), startsAt: readyAt } as const
  const send = (to: string, mayStop: boolean): Promise<void> =>
    notifyOwner(tx, mail, account, BY_OPERATOR, content, {
      ...{ to, withLink: mayStop },
      ...(mayStop && { stops: id }),
    })
  await send(account.email, stoppable)
  const [second] = await findSecondMailbox(tx, { uid, at: new Date(now) })
  if (second) await send(second.email, true)
  // A thief may have moved the account to the present address, so the former address gets the link as well.
  if (!stoppable)
    for (const { email: former, canonical: of, isTrusted } of await listFormerEmails(tx, { uid }))
      if (isTrusted && of !== canonical) await send(former, true)
  const confirm = encryptJson(mail.keys.link, { uid, id }, CONTEXT).toString('base64url')
  await notifyOwner(
    tx,
    mail,
    account,
    BY_OPERATOR,
    { template: 'mailbox_change_confirm', startsAt: readyAt, confirm },
    { to: email, withLink: false },
  )
  return { readyAt, stoppable }
}

/**
 * Throws `restricted` while a change waits that the present mailbox cannot stop: its reader may be a thief, who must not change another
 * mailbox of the account meanwhile. Call it within a transaction that has locked the account.
 */
export async function assertNoForcedChange(tx: Queryable, uid: string): Promise<void> {
  const [change] = await findMailboxChange(tx, { uid })
  if (change && !change.stoppable) throw new ApiError('restricted')
}

/** What stopped a change: the link, a code to the present mailbox, another change by the owner, or an operator. */
type StoppedBy = 'link' | 'code' | 'owner' | 'operator'

/** Stops the waiting change, if there is one. Call it within a transaction that has locked the account or changes the account afterwards. */
export async function stopMailboxChange(
  tx: Queryable,
  mail: MailDependencies,
  { uid, id = null, by }: { readonly uid: string; readonly id?: string | null; readonly by: StoppedBy },
  audit: Partial<ReturnType<typeof auditContext>> & { readonly operator?: string } = {},
): Promise<MailboxChangeRow | undefined> {
  const [stopped] = await stopMailboxChangeRow(tx, { uid, id, always: by !== 'code' })
  if (!stopped) return undefined
  const [account] = await findAccount(tx, { uid })
  const detail = {
    by,
    case: stopped.caseNumber,
    changed: { to: { from: maskEmail(stopped.email), to: null } },
  }
  await writeAudit(tx, { event: 'user.mailbox_change_stopped', outcome: 'ok', uid, ...audit, detail })
  if (account) {
    const content = { template: 'mailbox_change_stopped', to: maskEmail(stopped.email) } as const
    await notifyOwner(tx, mail, account, BY_OPERATOR, content)
    await notifyOwner(tx, mail, account, BY_OPERATOR, content, { to: stopped.email, withLink: false })
  }
  return stopped
}

/** Stops a waiting merge of two accounts and mails both. `uid`: either account. */
export async function stopMerge(
  tx: Queryable,
  mail: MailDependencies,
  { uid, id = null, by }: { readonly uid: string; readonly id?: string | null; readonly by: StoppedBy },
  audit: Partial<ReturnType<typeof auditContext>> & { readonly operator?: string } = {},
): Promise<boolean> {
  const [stopped] = await stopMergeRow(tx, { uid, id })
  if (!stopped) return false
  const detail = { by, case: stopped.caseNumber, changed: { target: { from: stopped.target, to: null } } }
  for (const one of [stopped.uid, stopped.target]) {
    await writeAudit(tx, { event: 'user.merge_stopped', outcome: 'ok', uid: one, ...audit, detail })
    const [account] = await findAccount(tx, { uid: one })
    if (account) await notifyOwner(tx, mail, account, BY_OPERATOR, { template: 'merge_stopped' })
  }
  return true
}

/** Mails both owners that their accounts will be merged, with links that stop it. Their mailboxes of the last 30 days get a link too. */
export async function announceMerge(
  tx: Queryable,
  mail: MailDependencies,
  {
    from,
    into,
    id,
    readyAt,
  }: {
    readonly from: Owner
    readonly into: Owner
    readonly id: string
    /** unix seconds */
    readonly readyAt: number
  },
): Promise<void> {
  const send = async (owner: Owner, other: Owner): Promise<void> => {
    const content = { template: 'merge_started', to: maskEmail(other.email), startsAt: readyAt } as const
    await notifyOwner(tx, mail, owner, BY_OPERATOR, content, { stops: id })
    // A thief may have moved the account to its present address, so former addresses get the link as well.
    for (const { email: to, isTrusted } of await listFormerEmails(tx, { uid: owner.uid }))
      if (isTrusted) await notifyOwner(tx, mail, owner, BY_OPERATOR, content, { to, stops: id })
  }
  await send(from, into)
  await send(into, from)
}

export function createConfirmMailbox({ db, keys }: Pick<PlatformServices, 'db' | 'keys'>) {
  const readLink = (link: string) => {
    try {
      return decryptJson(keys.link, Buffer.from(link, 'base64url'), CONTEXT, ConfirmLink)
    } catch {
      throw new ApiError('expired')
    }
  }

  /** Changes nothing without `confirm`, because mail scanners open links. Throws `expired`. */
  return async function confirmMailbox(
    { link, confirm }: { readonly link: string; readonly confirm: boolean },
    caller: Caller,
  ): Promise<{ email: string; startsAt: number }> {
    const { uid, id } = readLink(link)
    return db.transaction(async tx => {
      const [found] = confirm
        ? await confirmMailboxChange(tx, { uid, id })
        : await findMailboxChange(tx, { uid })
      if (!found || found.id !== id) throw new ApiError('expired')
      const audit = {
        event: 'account.mailbox_confirmed',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
      } as const
      if (confirm) await writeAudit(tx, { ...audit, detail: { case: found.caseNumber } })
      return { email: found.email, startsAt: found.readyAt }
    })
  }
}

export type ConfirmMailbox = ReturnType<typeof createConfirmMailbox>

/** Returns false if the new address belongs to another account by now, or the account no longer has the lost address. */
async function carryOut(tx: Queryable, mail: MailDependencies, uid: string): Promise<boolean | undefined> {
  // A code that was mailed to the lost mailbox must prove nothing afterwards. Codes are locked before the account, as a redemption does.
  await deleteCodesOfAccount(tx, { uid })
  await lockAccount(tx, { uid })
  const [change] = await takeDueMailboxChange(tx, { uid })
  const [account] = await findAccount(tx, { uid })
  if (!change || !account) return undefined
  // `stoppable` was decided at the start: after the wait, a thief's address would count as old enough.
  const { email, canonical: to, former: from, stoppable: restorable, operator, caseNumber } = change
  const audit = { event: 'user.mailbox_changed', uid, operator } as const
  const isMoved = canonicalEmail(account.email) === from && (await moveEmail(tx, { uid, email, from, to }))
  if (!isMoved) {
    await writeAudit(tx, { ...audit, outcome: 'refused', detail: { case: caseNumber } })
    const content = { template: 'mailbox_change_stopped', to: maskEmail(email) } as const
    await notifyOwner(tx, mail, account, BY_OPERATOR, content)
    return false
  }
  await deleteSecondEmail(tx, { uid, canonical: to })
  const { length: sessionsEnded } = await deleteAllSessions(tx, { uid })
  await deleteKnownBrowsers(tx, { uid })
  await deleteSignInFlows(tx, { uid })
  await deleteLoginAllowances(tx, { uid })
  const changed = { email: { from: maskEmail(account.email), to: maskEmail(email) } }
  await writeAudit(tx, { ...audit, outcome: 'ok', detail: { case: caseNumber, sessionsEnded, changed } })
  const content = { template: 'email_changed', to: maskEmail(email) } as const
  const restores = restorable ? account.email : undefined
  await notifyOwner(tx, mail, account, BY_OPERATOR, { ...content, restorable }, { restores })
  await notifyOwner(tx, mail, account, BY_OPERATOR, content, { to: email, withLink: false })
  return true
}

/** Carries out the changes that are due, each in its own transaction. */
export const carryOutMailboxChangesTask =
  (db: Database, mail: MailDependencies, log: JobLog): Task =>
  async () => {
    let changed = 0
    for (const { uid } of await listDueMailboxChanges(db, { limit: CHANGES_PER_RUN }))
      if (await db.transaction(tx => carryOut(tx, mail, uid))) changed++
    if (changed > 0) log.info({ accounts: changed }, 'changed lost mailboxes')
  }
