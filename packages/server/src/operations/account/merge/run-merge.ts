/**
 * Carries out a merge: one transaction for each step, which also counts the step. A run that was interrupted is continued by the next
 * one, in whichever process. Accounts of two shards commit in two phases (Citus), as every transaction does.
 */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { SECOND_EMAIL_WAIT_SECONDS } from '@kerf/contract/limits'
import type { Task } from 'graphile-worker'
import {
  deleteRedemption,
  findRedemption,
  insertRedemption,
  listRedemptionsOf,
  publishBenefitEvent,
} from '../../../entitlements/index.ts'
import {
  canonicalEmail,
  deleteAllSessions,
  eraseAccount,
  findAccount,
  type LockedAccount,
  lockAccountForChange,
  maskEmail,
  replaceSecondEmail,
} from '../../../identity/index.ts'
import { mergeMachineRoles } from '../../../machines/index.ts'
import type { MailDependencies } from '../../../outbound/mail/notify-owner.ts'
import { queueMail } from '../../../outbound/mail/queue-mail.ts'
import type { OperatorContent } from '../../../outbound/mail/templates/mail-content.ts'
import { writeAudit } from '../../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { readTime } from '../../../platform/db/database-clock.ts'
import type { JobLog } from '../../../platform/jobs/job-log.ts'
import {
  deleteMerge,
  deleteUnissued,
  findDueMerge,
  freezeAccount,
  listDueMerges,
  listMergedCertificates,
  type MergeRow,
  type MovedTable,
  movesOf,
  takeMergeStep,
  unfreezeAccount,
} from './merge-store.ts'
import { planMerge } from './plan-merge.ts'

export const MERGE_ACCOUNTS_JOB = 'merge_accounts'

const MERGES_PER_RUN = 20
const REDEMPTIONS_MAX = 1_000

interface Pair {
  readonly from: string
  readonly into: string
}

type MailKeys = Pick<MailDependencies['keys'], 'mail'>

async function moveRows(tx: Queryable, table: MovedTable, { from, into }: Pair): Promise<number> {
  const { read, insert, remove } = movesOf(table)
  const [found] = await read(tx, { uid: from })
  if (found) await insert(tx, { uid: into, rows: found.rows })
  return (await remove(tx, { from })).length
}

/** Apps learn that a benefit which has not ended has changed its owner. */
async function moveRedemptions(tx: Queryable, { from, into }: Pair): Promise<number> {
  const now = new Date(await readTime(tx))
  const rows = await listRedemptionsOf(tx, { uid: from, limit: REDEMPTIONS_MAX })
  // The oldest first: the list of the account that stays is ordered by their numbers.
  for (const { id } of rows.toReversed()) {
    const [found] = await findRedemption(tx, { uid: from, id })
    const [taken] = await deleteRedemption(tx, { uid: from, id })
    if (!found || !taken) continue
    const { benefit, apps } = found
    const { code, at, expires_at: expiresAt } = taken
    await insertRedemption(tx, { uid: into, benefit, code, at, expiresAt })
    if (expiresAt !== null && expiresAt <= now) continue
    await publishBenefitEvent(tx, { uid: from, benefit, at: now, expiresAt: now, withdrawn: true }, apps)
    await publishBenefitEvent(tx, { uid: into, benefit, at, expiresAt }, apps)
  }
  return rows.length
}

async function moveCertificates(tx: Queryable, { from, into }: Pair): Promise<number> {
  const issued = (await listMergedCertificates(tx, { uid: from })).filter(({ number }) => number !== null)
  await deleteUnissued(tx, { uid: into, courses: issued.map(({ course }) => course) })
  return moveRows(tx, 'certificate', { from, into })
}

/** From now on nobody can log in to the account that will be closed. */
async function freeze(tx: Queryable, { from }: Pair): Promise<{ sessionsEnded: number }> {
  await freezeAccount(tx, { uid: from })
  const { length: sessionsEnded } = await deleteAllSessions(tx, { uid: from }, 'account_banned')
  return { sessionsEnded }
}

/** Counts what each step moved, by name. After the last one the account is closed. */
const STEPS: readonly ((tx: Queryable, pair: Pair) => Promise<Readonly<Record<string, number>>>)[] = [
  freeze,
  async (tx, pair) => ({ redemptions: await moveRedemptions(tx, pair) }),
  async (tx, pair) => ({
    lessons: await moveRows(tx, 'lesson_done', pair),
    certificates: await moveCertificates(tx, pair),
  }),
  async (tx, pair) => ({
    messages: await moveRows(tx, 'account_message', pair),
    readMarks: await moveRows(tx, 'broadcast_read', pair),
  }),
  async (tx, pair) => ({ ...(await mergeMachineRoles(tx, pair)) }),
]

/** Locks both in the order of their uids. */
async function lockBoth(tx: Queryable, { from, into }: Pair): Promise<Map<string, LockedAccount>> {
  const locked = new Map<string, LockedAccount>()
  for (const uid of [from, into].sort()) {
    const [account] = await lockAccountForChange(tx, { uid })
    if (account) locked.set(uid, account)
  }
  return locked
}

/** Within a transaction that has locked both accounts. */
async function closeAccount(
  tx: Queryable,
  keys: MailKeys,
  merge: MergeRow,
  { from, into }: { readonly from: LockedAccount; readonly into: LockedAccount },
): Promise<void> {
  const { operator, caseNumber, address } = merge
  const canonical = canonicalEmail(from.email)
  await eraseAccount(tx, from.uid)
  const audit = { event: 'user.merged', outcome: 'ok', operator } as const
  const changed = { account: { from: from.uid, to: into.uid } }
  const detail = { case: caseNumber, address, email: maskEmail(from.email), changed }
  for (const { uid } of [from, into]) await writeAudit(tx, { ...audit, uid, detail })
  const send = ({ email: to, lang }: LockedAccount, content: OperatorContent): Promise<void> =>
    queueMail(tx, keys.mail, { to, lang, brand: DEFAULT_BRAND, content })
  if (address === 'second' && canonical !== undefined) {
    // As a second address that its owner sets: the owner has time to notice (S-148).
    const at = new Date(await readTime(tx))
    const startsAt = new Date(at.getTime() + SECOND_EMAIL_WAIT_SECONDS * 1_000)
    await replaceSecondEmail(tx, { uid: into.uid, email: from.email, canonical, at, startsAt })
  }
  await send(into, { template: 'support_merged', from: maskEmail(from.email), second: address === 'second' })
  await send(from, { template: 'support_merged_away', into: maskEmail(into.email) })
}

/** False: nothing is left to do. */
async function runStep(db: Database, keys: MailKeys, uid: string): Promise<boolean> {
  return db.transaction(async tx => {
    const [waiting] = await findDueMerge(tx, { uid })
    if (!waiting) return false
    const pair: Pair = { from: uid, into: waiting.target }
    const locked = await lockBoth(tx, pair)
    const [from, into] = [locked.get(pair.from), locked.get(pair.into)]
    const [merge] = await takeMergeStep(tx, { uid, step: waiting.step })
    // Another process was faster.
    if (!merge) return true
    const audit = { operator: merge.operator, uid } as const
    const isImpossible =
      !from || !into || (waiting.step === 0 && (await planMerge(tx, uid, into.uid, uid)).blocked.length > 0)
    if (isImpossible) {
      // One of them was erased, or has changed since. What is left stays as it is.
      if (waiting.step > 0) await unfreezeAccount(tx, { uid })
      await deleteMerge(tx, { uid })
      const detail = { case: merge.caseNumber, step: waiting.step }
      await writeAudit(tx, { ...audit, event: 'user.merged', outcome: 'refused', detail })
      return false
    }
    const step = STEPS[waiting.step]
    if (!step) {
      await closeAccount(tx, keys, merge, { from, into })
      return false
    }
    const detail = { case: merge.caseNumber, target: into.uid, step: waiting.step, ...(await step(tx, pair)) }
    await writeAudit(tx, { ...audit, event: 'user.merge_step', outcome: 'ok', detail })
    return true
  })
}

/** Runs the steps that are left, once the merge is due. Returns whether the account is closed. */
export async function runMerge(db: Database, keys: MailKeys, uid: string): Promise<boolean> {
  while (await runStep(db, keys, uid));
  return (await findAccount(db, { uid })).length === 0
}

/** Carries out merges that are due, and continues those whose run was interrupted. */
export const mergeAccountsTask =
  (db: Database, mail: MailDependencies, log: JobLog): Task =>
  async () => {
    for (const { uid } of await listDueMerges(db, { limit: MERGES_PER_RUN }))
      if (await runMerge(db, mail.keys, uid)) log.info({}, 'merged two accounts')
  }
