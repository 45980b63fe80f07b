/** What operators did with an account, with case and reason, and notes that no act belongs to. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { type ActRow, listActs } from './account-report-store.ts'
import { accountNotFound, findUid, lockAccount } from './find-account.ts'

const NOTE_MAX = 1_000

/** Events that changed nothing of the account. */
const READS = [
  'audit.read',
  'certificate.find',
  'codes.show',
  'mail.list',
  'message.list',
  'redemption.list',
  'user.explain',
  'user.factors',
  'user.history',
  'user.limits',
  'user.merge_preview',
  'user.machines',
  'user.sessions',
  'user.show',
]

export interface HistoryFilter {
  /** user ID, email address or enterprise account ID; the ID of an erased account finds its acts too */
  readonly who: string
  /** only acts of this case */
  readonly caseNumber?: string | undefined
  /** also what operators only looked at */
  readonly reads: boolean
  /** 1 to 10,000 */
  readonly limit: number
  readonly operator: string
}

/** Newest first. Writes an audit event (S-119). Throws an OperationError. */
export async function listUserHistory(
  db: Database,
  { who, caseNumber, reads, limit, operator }: HistoryFilter,
): Promise<{ uid: string; acts: ActRow[] }> {
  const uid = await findUid(db, who)
  if (uid === undefined) throw accountNotFound()
  const acts = await listActs(db, {
    ...{ uid, limit, caseNumber: caseNumber ?? null },
    without: reads ? [] : READS,
  })
  await writeAudit(db, { event: 'user.history', outcome: 'ok', uid, operator, detail: { acts: acts.length } })
  return { uid, acts }
}

/** Stores a note under the case that the command names. Nothing else changes. Throws an OperationError. */
export async function addUserNote(
  db: Database,
  { who, note, operator }: { readonly who: string; readonly note: string; readonly operator: string },
): Promise<{ uid: string; note: string }> {
  const text = note.trim()
  if (text === '' || [...text].length > NOTE_MAX) throw new OperationError('note_invalid', { max: NOTE_MAX })
  return db.transaction(async tx => {
    const { uid } = await lockAccount(tx, who)
    await writeAudit(tx, { event: 'user.note', outcome: 'ok', uid, operator, detail: { note: text } })
    return { uid, note: text }
  })
}
