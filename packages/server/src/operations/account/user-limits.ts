/** Limits that an account has used up, and lifting them for an owner who proved to be one. */
import { deleteSignInFlows } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { deleteLimitsOfAccount, type LimitRow, listLimitsOfAccount } from './account-report-store.ts'
import { accountNotFound, findUid, lockAccount } from './find-account.ts'
import { createNotifyAccount, type OperationTarget } from './notify-account.ts'

/** What keys count, by their start. */
const WORDS: Readonly<Record<string, string>> = {
  'fail-short': 'wrong passwords in 15 minutes',
  'fail-long': 'wrong passwords in 2 hours',
  'fail-row': 'wrong passwords in a row',
  'fail-known': 'wrong passwords from known browsers',
  wrong: 'wrong codes in a day',
  'wrong-known': 'wrong codes from known browsers',
  code: 'emails with codes',
  'mails-known': 'emails with codes to known browsers',
  factor: 'wrong second steps',
  'factor-known': 'wrong second steps from known browsers',
  'factor-mail': 'emails of second steps',
  'login-code': 'emails with login codes',
  'factor-session': 'wrong codes of the second factor in a session',
  'factor-sessions': 'wrong codes of the second factor in all sessions',
  'extra-code.account': 'codes tried after a human check',
  'extra-mail.account': 'emails with codes after a human check',
  'extra-factor.account': 'second steps tried after a human check',
  'redeem.wrong.hour': 'wrong redemption codes in an hour',
  'redeem.wrong.day': 'wrong redemption codes in a day',
}

export interface ShownLimit extends LimitRow {
  readonly counts: string
}

/** Deletes the counts of an account. Servers know of it within a second. */
async function liftLimits(tx: Queryable, uid: string) {
  const kinds = (await listLimitsOfAccount(tx, { uid })).map(({ kind }) => kind)
  const { length: lifted } = await deleteLimitsOfAccount(tx, { uid, kinds: Object.keys(WORDS) })
  return { lifted, changed: { limits: { from: kinds.join(' '), to: '' } } }
}

async function requireUid(db: Database, who: string): Promise<string> {
  const uid = await findUid(db, who)
  if (uid === undefined) throw accountNotFound()
  return uid
}

/** `who`: see `findUid`. Throws an OperationError. */
export async function showUserLimits(db: Database, who: string, operator: string): Promise<ShownLimit[]> {
  const uid = await requireUid(db, who)
  const rows = await listLimitsOfAccount(db, { uid })
  await writeAudit(db, {
    event: 'user.limits',
    outcome: 'ok',
    uid,
    operator,
    detail: { limits: rows.length },
  })
  return rows.map(row => ({ ...row, counts: WORDS[row.kind] ?? row.kind }))
}

/** Servers know of it within a second. Throws an OperationError. */
export async function liftUserLimits(
  db: Database,
  who: string,
  operator: string,
): Promise<{ uid: string; lifted: number }> {
  const uid = await requireUid(db, who)
  return db.transaction(async tx => {
    const detail = await liftLimits(tx, uid)
    await writeAudit(tx, { event: 'user.limits_lifted', outcome: 'ok', uid, operator, detail })
    return { uid, lifted: detail.lifted }
  })
}

/**
 * Everything that keeps an owner who has the right password or code from logging in, except a ban: limits, with the human check that they
 * demand, and logins that wait for a second step. Mails the owner. Throws an OperationError.
 */
export async function unlockUser(
  target: OperationTarget,
  who: string,
  operator: string,
): Promise<{ uid: string; lifted: number; logins: number }> {
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { lifted, changed } = await liftLimits(tx, uid)
    const { length: logins } = await deleteSignInFlows(tx, { uid })
    const detail = { lifted, logins, changed: { ...changed, waitingLogins: { from: logins, to: 0 } } }
    await writeAudit(tx, { event: 'user.unlock', outcome: 'ok', uid, operator, detail })
    await notifyAccount(tx, account, { template: 'support_unlocked' })
    return { uid, lifted, logins }
  })
}
