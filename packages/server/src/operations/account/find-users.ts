/** Finds accounts by the start of what a person remembers (S-175): at least three characters, limited and audited. */
import { maskEmail } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { countEventsOfLastHour, findAccountsByStart } from './account-report-store.ts'

const TEXT_MIN = 3
const FOUND_MAX = 20
/** Searches of one operator in an hour: more is browsing. */
const SEARCHES_PER_HOUR = 50

/** Times are unix seconds. */
export interface FoundUser {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: string
  /** masked, unless it was to be revealed */
  readonly email: string
  readonly account: string | null
  readonly nickname: string
  readonly createdAt: number
}

/** By the start of email address, nickname, name or enterprise account ID, newest first. Throws an OperationError. */
export async function findUsers(
  db: Database,
  {
    text,
    reveals,
    operator,
  }: { readonly text: string; readonly reveals: boolean; readonly operator: string },
): Promise<readonly FoundUser[]> {
  const start = text.trim().toLowerCase()
  if ([...start].length < TEXT_MIN)
    throw new OperationError(`Give at least ${TEXT_MIN} characters of the address or the name.`)
  const event = 'user.find'
  const [searches] = await countEventsOfLastHour(db, { operator, event })
  if ((searches?.count ?? 0) >= SEARCHES_PER_HOUR)
    throw new OperationError(`You have searched ${SEARCHES_PER_HOUR} times in an hour. Try again later.`)
  const rows = await findAccountsByStart(db, { start, limit: FOUND_MAX })
  // What was typed is personal data: the record keeps its length.
  const detail = { characters: [...start].length, found: rows.length, ...(reveals && { revealed: true }) }
  await writeAudit(db, { event, outcome: 'ok', operator, detail })
  return rows.map(row => (reveals ? row : { ...row, email: maskEmail(row.email) }))
}
