/** The machines of a person, each with what hinders the person. */
import { canonicalEmail, findAccount } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { accountNotFound, findUid } from '../account/find-account.ts'
import { endOfSerialNumber, type Fact, toFact } from '../explain/fact.ts'
import { findRelatedMachines, type Relation } from '../explain/related-machines.ts'

export interface PersonMachine extends Omit<Relation, 'hindrances'> {
  readonly machine: string
  readonly name: string
  readonly line: string
  /** the last characters */
  readonly sn: string
  readonly facts: readonly Fact[]
}

/** Machines with a role come first, then those of workshops, of invitations and of requests. Throws an OperationError. */
export async function listPersonMachines(
  db: Database,
  who: string,
  operator: string,
): Promise<{ uid: string; machines: PersonMachine[] }> {
  const found = await findUid(db, who)
  const [account] = found === undefined ? [] : await findAccount(db, { uid: found })
  if (!account) throw accountNotFound()
  const { uid, kind, email } = account
  const related = await findRelatedMachines(db, uid, kind === 'personal' ? canonicalEmail(email) : undefined)
  const detail = { machines: related.length }
  await writeAudit(db, { event: 'user.machines', outcome: 'ok', uid, operator, detail })
  return {
    uid,
    machines: related.map(row => {
      const { machine, name, line, through, role, workshop, since, until, hindrances } = row
      return {
        ...{ machine, name, line, sn: endOfSerialNumber(row.sn), through, role, workshop, since, until },
        facts: hindrances.map(fact => toFact('machine', fact)),
      }
    }),
  }
}
