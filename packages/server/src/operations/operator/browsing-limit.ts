/**
 * People whose pages an operator opens are counted (S-173). Above the limit an hour another operator must approve, and an alert is
 * raised: reading customers' data from one page to the next is how insiders and thieves of a session work.
 */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { withApproval } from './approvals.ts'
import { countViews, recordView } from './operator-session-store.ts'
import { lockOperatorId } from './operator-store.ts'

export const PEOPLE_PER_HOUR = 50
const HOUR_MS = 3_600_000

const count = async (tx: Queryable, operator: string, person: Buffer) => {
  const [row] = await countViews(tx, { operator, person })
  return row ?? { people: 0, known: false }
}

export interface Browsing {
  readonly operatorId: string
  readonly name: string
  readonly uid: string
}

/** Counts the person. Above the limit it throws an ApprovalPendingError until another operator has approved this person's page. */
export async function countPerson(db: Database, { operatorId, name, uid }: Browsing): Promise<void> {
  const person = sha256(uid)
  const isWithin = await db.transaction(async tx => {
    await lockOperatorId(tx, { operator: operatorId })
    const { people, known } = await count(tx, operatorId, person)
    if (!known && people >= PEOPLE_PER_HOUR) return false
    await recordView(tx, { operator: operatorId, person })
    return true
  })
  if (isWithin) return
  try {
    await withApproval(
      db,
      {
        ...{ operation: 'user show', operator: name },
        parameters: { uid, hour: Math.floor(Date.now() / HOUR_MS) },
        summary: `the page of ${uid}, after ${PEOPLE_PER_HOUR} other people in an hour`,
      },
      async tx => {
        await recordView(tx, { operator: operatorId, person })
      },
    )
  } catch (error) {
    await writeAudit(db, {
      ...{ event: 'operator.browsing', outcome: 'refused', uid, operator: name },
      detail: { people: PEOPLE_PER_HOUR },
    })
    throw error
  }
}
