/** Who may start a machine: its product line can demand a certificate, and that it is not older than some months. */
import type { Queryable } from '../../platform/db/database.ts'
import { findDemand, findTraining } from './training-store.ts'

export interface Training {
  /** null: none is demanded */
  readonly course: string | null
  readonly trained: boolean
  /** end of what the certificate allows in unix seconds; null: none */
  readonly until: number | null
}

/** Lists, people and passes follow this rule. */
export async function trainingFor(db: Queryable, uid: string, line: string): Promise<Training> {
  const [demand] = await findDemand(db, { line })
  if (!demand) return { course: null, trained: true, until: null }
  const [found] = await findTraining(db, { uid, ...demand })
  return { course: demand.course, trained: found !== undefined, until: found?.until ?? null }
}
