import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import { listDemands, removeDemand, setDemand } from '../../machines/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { assertLineName } from './machines.ts'

/** Sets which certificate the machines of a line demand, and for how many months it counts. Throws an OperationError. */
export async function requireTraining(
  db: Database,
  order: {
    readonly line: string
    readonly course: CertificateCourse | 'none'
    readonly months: number | undefined
    readonly operator: string
  },
): Promise<{ line: string; course: CertificateCourse | null; months: number | null }> {
  const { line, operator } = order
  assertLineName(line)
  if (order.course === 'none' && order.months !== undefined) throw new OperationError('months_without_course')
  const course = order.course === 'none' ? null : order.course
  const demand = { line, course, months: order.months ?? null }
  await db.transaction(async tx => {
    if (course === null) await removeDemand(tx, { line })
    else await setDemand(tx, { ...demand, course })
    await writeAudit(tx, { event: 'device.require', outcome: 'ok', operator, detail: demand })
  })
  return demand
}

/** Which certificates the product lines demand. `months` null: a certificate counts without an end. */
export const listTrainingRules = (
  db: Database,
): Promise<readonly { line: string; course: string; months: number | null }[]> => listDemands(db)
