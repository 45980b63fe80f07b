/**
 * Gives an account back to the owner it was stolen from: everything that was added since a time ends, the address that the owner had
 * before returns, what the thief has begun with machines, workshops and a merge is stopped, and nothing that the thief knows opens the account. The owner then sets a password by a mailed code.
 */
import {
  cancelSecondEmailChanges,
  canonicalEmail,
  clearPassword,
  deleteAllSessions,
  deleteCodesOfAccount,
  deleteConsentsSince,
  deleteFactorRemoval,
  deleteFactors,
  deleteKnownBrowsers,
  deleteLoginAllowances,
  deletePasskeysSince,
  deleteSecondEmailsSince,
  deleteSignInFlows,
  deleteTicketAppsSince,
  type FormerEmailRow,
  findAccount,
  findTotp,
  type LockedAccount,
  listFormerEmails,
  listLinksSince,
  markSignInsReported,
  maskEmail,
  moveEmail,
  stopMailboxChange,
  stopMerge,
  unlinkIdentity,
} from '../../identity/index.ts'
import { type WithdrawnActs, withdrawStartedSince } from '../../machines/index.ts'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { assertEvidence } from '../input/assert-evidence.ts'
import { OperationError } from '../input/operation-error.ts'
import { withApproval } from '../operator/approvals.ts'
import { accountNotFound, enterpriseRefused, findUid, lockAccount } from './find-account.ts'
import { createNotifyAccount, mailDependencies, type OperationTarget } from './notify-account.ts'

const SINCE_MAX_DAYS = 30

export interface RestoreOrder {
  /** see `findUid` */
  readonly who: string
  /** what was added at this time or later is the thief's; at most 30 days ago */
  readonly since: Date
  /** reference of the proof */
  readonly evidence: string
  readonly operator: string
}

export interface RestoredAccount {
  readonly uid: string
  /** masked; where the owner gets codes from now on */
  readonly email: string
  readonly addressRestored: boolean
  readonly sessionsEnded: number
  readonly passkeys: number
  readonly socialAccounts: number
  readonly secondFactor: boolean
  readonly consents: number
  /** of the account, and another one */
  readonly mergeStopped: boolean
  /** on machines and in workshops */
  readonly withdrawn: WithdrawnActs
}

/**
 * The address before the first change since then. One that the account had for less than three days may be the thief's (S-147).
 * undefined: the address did not change.
 */
function addressBefore(former: readonly FormerEmailRow[], since: Date): FormerEmailRow | undefined {
  const left = former.filter(({ leftAt }) => leftAt >= Math.floor(since.getTime() / 1_000))
  const first = left.at(-1)
  if (first && !first.isTrusted) throw new OperationError('email_too_new')
  return first
}

/** Removes what was added since then. Within a transaction that has locked the account. */
async function removeAdditions(tx: Queryable, uid: string, since: Date) {
  const { length: passkeys } = await deletePasskeysSince(tx, { uid, since })
  const links = await listLinksSince(tx, { uid, since })
  for (const { channel } of links) await unlinkIdentity(tx, uid, channel)
  const [totp] = await findTotp(tx, { uid })
  const secondFactor =
    totp?.confirmed_at != null &&
    totp.confirmed_at >= since.getTime() / 1_000 &&
    (await deleteFactors(tx, uid))
  await deleteFactorRemoval(tx, { uid })
  await deleteSecondEmailsSince(tx, { uid, since })
  await cancelSecondEmailChanges(tx, { uid, at: new Date() })
  const { length: consents } = await deleteConsentsSince(tx, { uid, since })
  await deleteTicketAppsSince(tx, { uid, since })
  return { passkeys, socialAccounts: links.length, secondFactor, consents }
}

/** Returns the account with its address afterwards. Throws an OperationError. */
async function restoreAddress(
  tx: Queryable,
  account: LockedAccount,
  before: FormerEmailRow | undefined,
): Promise<LockedAccount> {
  const { uid } = account
  if (!before || before.canonical === canonicalEmail(account.email)) return account
  const { email, canonical: to } = before
  if (!(await moveEmail(tx, { uid, email, from: canonicalEmail(account.email) ?? '', to })))
    throw new OperationError('email_taken_meanwhile')
  return { ...account, email }
}

/** Throws an OperationError, or an ApprovalPendingError until another operator approved. */
export async function restoreAccount(
  target: OperationTarget,
  { who, since, evidence, operator }: RestoreOrder,
): Promise<RestoredAccount> {
  assertEvidence(evidence)
  const { db } = target
  const mail = await mailDependencies(target)
  const notifyAccount = await createNotifyAccount(target)
  const now = await mail.clock.now()
  if (since.getTime() > now || since.getTime() < now - SINCE_MAX_DAYS * 86_400_000)
    throw new OperationError('since_invalid', { days: SINCE_MAX_DAYS })
  const uid = await findUid(db, who)
  const [found] = uid === undefined ? [] : await findAccount(db, { uid })
  if (!found || uid === undefined) throw accountNotFound()
  if (found.kind !== 'personal') throw enterpriseRefused()
  return withApproval(
    db,
    {
      operation: 'user restore',
      parameters: { uid, since: since.toISOString(), evidence },
      summary: `give ${uid} back to its owner: what was added since ${since.toISOString()} ends, evidence ${evidence}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      // Before the account: a redemption locks in this order.
      await deleteCodesOfAccount(tx, { uid })
      const withdrawn = await withdrawStartedSince(tx, { uid, since, operator })
      const present = await lockAccount(tx, uid)
      const before = addressBefore(await listFormerEmails(tx, { uid }), since)
      const account = await restoreAddress(tx, present, before)
      const addressRestored = account.email !== present.email
      await stopMailboxChange(tx, mail, { uid, by: 'operator' }, { operator })
      const mergeStopped = await stopMerge(tx, mail, { uid, by: 'operator' }, { operator })
      const removed = await removeAdditions(tx, uid, since)
      const hadPassword = (await clearPassword(tx, { uid })).length > 0
      if (hadPassword) await publishAccountUpdated(tx, uid, ['password'])
      const { length: sessionsEnded } = await deleteAllSessions(tx, { uid }, 'password_changed')
      await deleteKnownBrowsers(tx, { uid })
      await deleteSignInFlows(tx, { uid })
      await deleteLoginAllowances(tx, { uid })
      await markSignInsReported(tx, { uid, since })
      const masks = { from: maskEmail(present.email), to: maskEmail(account.email) }
      const detail = {
        ...{ evidence, approval, confirmedBy: decidedBy ?? '', since: since.toISOString(), sessionsEnded },
        ...{ ...removed, mergeStopped, ...withdrawn },
        changed: {
          ...(addressRestored && { email: masks }),
          password: { from: hadPassword ? 'set' : 'none', to: 'none' },
        },
      }
      await writeAudit(tx, { event: 'user.restore', outcome: 'ok', uid, operator, detail })
      await notifyAccount(tx, account, { template: 'support_restored' })
      if (addressRestored)
        await notifyAccount(tx, present, { template: 'operator_email_changed', to: masks.to })
      return { uid, email: masks.to, addressRestored, sessionsEnded, ...removed, mergeStopped, withdrawn }
    },
  )
}
