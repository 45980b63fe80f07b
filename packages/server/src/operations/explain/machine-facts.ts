/** Why a person cannot run a machine. */
import { listBarredMachines } from './explain-store.ts'
import { type FactSource, ofAccount, type RawFact } from './fact.ts'
import { describeRefusals } from './refusals.ts'
import { findRelatedMachines, machineValues, type RelatedMachine } from './related-machines.ts'

/** What keeps the person from the machine; the first one decides. Without one it is what the person may do. */
function factOfMachine(row: RelatedMachine): RawFact {
  const [first] = row.hindrances.filter(({ blocks }) => blocks)
  if (first) return first
  const ends = [row.until, row.trainedUntil].filter(end => end !== null)
  const until = ends.length > 0 ? Math.min(...ends) : null
  return { code: 'machine_role', since: row.since, until, values: machineValues(row) }
}

export const MACHINE_FACTS: readonly FactSource[] = [
  ofAccount(async ({ uid, kind }, { db, address }) => {
    const machines = await findRelatedMachines(db, uid, kind === 'personal' ? address : undefined)
    const none: RawFact = { code: 'machine_none', blocks: true }
    return [
      ...(machines.some(({ through }) => through === 'role' || through === 'workshop') ? [] : [none]),
      ...machines.map(factOfMachine),
    ]
  }),
  ofAccount(async ({ uid }, { db }) =>
    (await listBarredMachines(db, { uid })).map(({ machine, since }): RawFact => {
      return { code: 'machine_barred', blocks: true, since, values: { machine } }
    }),
  ),
  describeRefusals(/\/machine/, /^(?:machine|workshop)\./),
]
