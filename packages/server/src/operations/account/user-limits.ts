/** Limits that an account has used up, and lifting them for an owner who proved to be one. */
import { REDEMPTION_LIMITS } from '../../entitlements/index.ts'
import {
  CODES_PER_ACCOUNT,
  deleteSignInFlows,
  EXTRA_LIMITS,
  FACTOR_LIMITS,
  GUESSING_LIMITS,
} from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { type LimitRow, limitStatements } from './account-report-store.ts'
import { accountNotFound, findUid, lockAccount } from './find-account.ts'
import { createNotifyAccount, type OperationTarget } from './notify-account.ts'

/** What keys count, by their start, and how much of it there may be. null: a setting says it, or nothing is refused. */
export const ACCOUNT_LIMITS = {
  'fail-short': ['wrong passwords in 15 minutes', GUESSING_LIMITS['fail-short']],
  'fail-long': ['wrong passwords in 2 hours', GUESSING_LIMITS['fail-long']],
  'fail-row': ['wrong passwords in a row', GUESSING_LIMITS['fail-row']],
  'fail-known': ['wrong passwords from known browsers', GUESSING_LIMITS['fail-known']],
  wrong: ['wrong codes in a day', GUESSING_LIMITS.wrong],
  'wrong-known': ['wrong codes from known browsers', GUESSING_LIMITS['wrong-known']],
  code: ['emails with codes', null],
  'mails-known': ['emails with codes to known browsers', GUESSING_LIMITS['mails-known']],
  factor: ['wrong second steps', FACTOR_LIMITS.factor],
  'factor-known': ['wrong second steps from known browsers', FACTOR_LIMITS['factor-known']],
  'factor-mail': ['emails of second steps', null],
  'login-code': ['emails with login codes', CODES_PER_ACCOUNT.limit],
  'factor-session': ['wrong codes of the second factor in a session', FACTOR_LIMITS['factor-session']],
  'factor-sessions': ['wrong codes of the second factor in all sessions', FACTOR_LIMITS['factor-sessions']],
  'extra-code.account': ['codes tried after a human check', EXTRA_LIMITS['extra-code.account']],
  'extra-mail.account': ['emails with codes after a human check', EXTRA_LIMITS['extra-mail.account']],
  'extra-factor.account': ['second steps tried after a human check', EXTRA_LIMITS['extra-factor.account']],
  'redeem.wrong.hour': ['wrong redemption codes in an hour', REDEMPTION_LIMITS['redeem.wrong.hour']],
  'redeem.wrong.day': ['wrong redemption codes in a day', REDEMPTION_LIMITS['redeem.wrong.day']],
} as const satisfies Readonly<Record<string, readonly [string, number | null | undefined]>>
export type LimitKind = keyof typeof ACCOUNT_LIMITS

const { list: listLimits, delete: deleteLimits } = limitStatements(Object.keys(ACCOUNT_LIMITS))

/** Refuses from this count on; null: never. */
export const limitOf = (
  kind: LimitKind,
  { codesPerReceiver }: Pick<Config, 'codesPerReceiver'>,
): number | null => (kind === 'code' ? codesPerReceiver : (ACCOUNT_LIMITS[kind][1] ?? null))

export interface ShownLimit extends LimitRow {
  readonly kind: LimitKind
  readonly counts: string
  /** refuses from this count on; null: never */
  readonly limit: number | null
}

/** `subject`: a uid, or the hash of a name without account. */
export async function readLimits(
  db: Database,
  config: Pick<Config, 'codesPerReceiver'>,
  subject: string,
): Promise<ShownLimit[]> {
  const rows = await listLimits(db, { subject })
  return rows.map(row => {
    const kind = row.kind as LimitKind
    return { ...row, kind, counts: ACCOUNT_LIMITS[kind][0], limit: limitOf(kind, config) }
  })
}

/** Deletes the counts of an account. Servers know of it within a second. */
async function liftLimits(tx: Queryable, uid: string) {
  const kinds = (await listLimits(tx, { subject: uid })).map(({ kind }) => kind)
  const { length: lifted } = await deleteLimits(tx, { subject: uid })
  return { lifted, changed: { limits: { from: kinds.join(' '), to: '' } } }
}

async function requireUid(db: Database, who: string): Promise<string> {
  const uid = await findUid(db, who)
  if (uid === undefined) throw accountNotFound()
  return uid
}

/** `who`: see `findUid`. Throws an OperationError. */
export async function showUserLimits(
  { db, config }: OperationTarget,
  who: string,
  operator: string,
): Promise<ShownLimit[]> {
  const uid = await requireUid(db, who)
  const rows = await readLimits(db, config, uid)
  const detail = { limits: rows.length }
  await writeAudit(db, { event: 'user.limits', outcome: 'ok', uid, operator, detail })
  return rows
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
