/** Limits that an account has used up, and lifting them for an owner who proved to be one. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { deleteLimitsOfAccount, type LimitRow, listLimitsOfAccount } from './account-report-store.ts'
import { accountNotFound, findUid } from './find-account.ts'

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
}

export interface ShownLimit extends LimitRow {
  readonly counts: string
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
    const kinds = (await listLimitsOfAccount(tx, { uid })).map(({ kind }) => kind)
    const { length: lifted } = await deleteLimitsOfAccount(tx, { uid, kinds: Object.keys(WORDS) })
    const detail = { lifted, changed: { limits: { from: kinds.join(' '), to: '' } } }
    await writeAudit(tx, { event: 'user.limits_lifted', outcome: 'ok', uid, operator, detail })
    return { uid, lifted }
  })
}
