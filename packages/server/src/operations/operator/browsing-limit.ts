/**
 * People whose data an operator reads are counted (S-173). Above the limit an hour another operator must approve, and an alert is
 * raised: reading customers' data from one page to the next is how insiders and thieves of a session work.
 */
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { isBreakGlass } from './acting-operator.ts'
import { withApproval } from './approvals.ts'
import { OPERATIONS } from './operation-table.ts'
import { countViews, lockForBrowsing, recordViews } from './operator-session-store.ts'

export const PEOPLE_PER_HOUR = 50
const HOUR_MS = 3_600_000

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Fields of answers that hold a user ID. */
const PERSON_FIELDS: ReadonlySet<string> = new Set([
  ...(['uid', 'owner', 'claimant', 'usedBy', 'from', 'into', 'target'] as const),
])

/** User IDs anywhere in an answer. */
export function peopleIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([field, value]) =>
    typeof value === 'string'
      ? PERSON_FIELDS.has(field) && UUID.test(value)
        ? [value]
        : []
      : peopleIn(value),
  )
}

/** A search shows masked lists and has a budget of its own; companies are no persons. */
const UNCOUNTED: ReadonlySet<string> = new Set(['find', 'user find', 'enterprise list'])

/** Whether the people in the answer of an operation count. */
export const countsPeople = (operation: string): boolean =>
  OPERATIONS[operation]?.reads === 'person' && !UNCOUNTED.has(operation)

export interface Browsing {
  /** words of the command */
  readonly operation: string
  readonly operator: string
  readonly people: readonly string[]
}

/**
 * Counts the people of an answer before it is given: of an operator of the console or with a token, and in production also of a login to
 * the machine. Above the limit it throws an ApprovalPendingError until another operator has approved this answer; what a login to the
 * machine reads while an owner can enter is recorded instead.
 */
export async function countPeople(db: Database, { operation, operator, people }: Browsing): Promise<void> {
  const { operatorId, production, source } = currentOperatorEvidence() ?? {}
  const who = operatorId ?? (production ? source : undefined)
  const uids = [...new Set(people)].sort()
  if (who === undefined || uids.length === 0) return
  const isWithin = await db.transaction(async tx => {
    await lockForBrowsing(tx, { operator: who })
    const [{ others, known } = { others: 0, known: 0 }] = await countViews(tx, { operator: who, uids })
    if (known < uids.length && others + uids.length > PEOPLE_PER_HOUR) return false
    await recordViews(tx, { operator: who, uids })
    return true
  })
  if (isWithin) return
  const [uid] = uids
  const record = (outcome: 'ok' | 'refused') =>
    writeAudit(db, {
      ...{ event: 'operator.browsing', outcome, operator },
      uid: uids.length === 1 ? (uid ?? null) : null,
      detail: { people: uids.length, operation },
    })
  if (await isBreakGlass(db)) return record('ok')
  try {
    await withApproval(
      db,
      {
        ...{ operation, operator },
        parameters: { uids, hour: Math.floor(Date.now() / HOUR_MS) },
        summary: `"${operation}" with ${uids.length === 1 ? `the data of ${uid}` : `${uids.length} people`}, above ${PEOPLE_PER_HOUR} in an hour`,
      },
      async tx => {
        await recordViews(tx, { operator: who, uids })
      },
    )
  } catch (error) {
    await record('refused')
    throw error
  }
}
