/**
 * The machines that a person owns, administers, may run, reaches by a workshop, was invited to or has asked for, each with what hinders the
 * person.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { REQUEST_REVIEW_DAYS } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { listInvitationsOf, trainingFor } from '../../machines/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { type BothLanguages, inBothLanguages } from '../input/both-languages.ts'
import { endOfSerialNumber, type RawFact } from './fact.ts'
import {
  listDistrusted,
  listMachinesOfWorkshops,
  listOwnedByWorkshops,
  listRequestedMachines,
  listRequestsOfPerson,
  listRolesOfPerson,
  listWorkshopsOfPerson,
  type MachineOfPerson,
} from './related-machine-store.ts'

/** Of each kind. */
const MACHINES_MAX = 200

type Role = 'owner' | 'manager' | 'operator' | 'admin' | 'member'
const ROLE_TEXTS: Readonly<Record<Role, BothLanguages>> = {
  owner: inBothLanguages(m.machines_role_owner),
  manager: inBothLanguages(m.machines_role_manager),
  operator: inBothLanguages(m.machines_role_operator),
  admin: inBothLanguages(m.workshops_role_admin),
  member: inBothLanguages(m.workshops_role_member),
}

export interface Relation {
  readonly through: 'role' | 'workshop' | 'invitation' | 'request'
  /** on the machine, or in the workshop that owns it; null: a request */
  readonly role: Role | null
  readonly workshop: { readonly id: string; readonly name: string } | null
  /** unix seconds */
  readonly since: number
  readonly until: number | null
  /** what keeps the person from the machine; the first one decides */
  readonly hindrances: readonly RawFact[]
}

/** A machine as the person stands to it. */
export interface RelatedMachine extends MachineOfPerson, Relation {
  /** unix seconds at which the certificate that the machine demands ends */
  readonly trainedUntil: number | null
}

type Related = MachineOfPerson & Omit<Relation, 'hindrances'> & { readonly first?: RawFact | undefined }

/** Names the machine and the role, as the texts of facts do. */
export const machineValues = ({ machine, sn, role }: Pick<Related, 'machine' | 'sn' | 'role'>) => ({
  ...{ machine, sn: endOfSerialNumber(sn) },
  ...(role !== null && { role: ROLE_TEXTS[role] }),
})

const requestFact = (
  values: RawFact['values'],
  { machine, since }: { readonly machine: string; readonly since: number },
): RawFact => ({
  ...{ code: 'machine_request_open', blocks: true, since, values: values ?? {} },
  until: since + REQUEST_REVIEW_DAYS * DAY_SECONDS,
  mend: { operation: 'machine decide', arguments: [machine] },
})

async function relatedMachines(db: Database, uid: string, address: string | undefined): Promise<Related[]> {
  const workshops = await listWorkshopsOfPerson(db, { uid })
  const [roles, requests, invitations, ofWorkshops] = await Promise.all([
    listRolesOfPerson(db, { uid, limit: MACHINES_MAX }),
    listRequestsOfPerson(db, { uid }),
    address === undefined ? [] : listInvitationsOf(db, { canonical: address, uid, limit: MACHINES_MAX }),
    listMachinesOfWorkshops(db, { workshops: workshops.map(({ workshop }) => workshop) }),
  ])
  const owned = await listOwnedByWorkshops(db, {
    ...{ machines: ofWorkshops.map(({ machine }) => machine), limit: MACHINES_MAX },
  })
  const byId = new Map(workshops.map(one => [one.workshop, one]))
  const shownWorkshop = (id: string | null) => {
    const found = byId.get(id ?? '')
    return found ? { id: found.workshop, name: found.name } : null
  }
  const ofRoles = roles
    // Who is no admin of the workshop any more has no role either.
    .filter(({ role, ownedBy }) => role !== 'admin' || byId.get(ownedBy ?? '')?.role === 'admin')
    .map((row): Related => {
      const role = row.role as Role
      const values = machineValues({ ...row, role })
      const first: RawFact | undefined = !row.current
        ? { code: 'machine_former_owner', blocks: true, since: row.since, values }
        : row.waiting
          ? { code: 'machine_role_waits', blocks: true, since: row.since, values }
          : row.ended
            ? { code: 'machine_role_ended', blocks: true, since: row.until, values }
            : undefined
      const through = role === 'admin' ? 'workshop' : 'role'
      return { ...row, through, role, workshop: shownWorkshop(row.ownedBy), first }
    })
  const withRole = new Set(ofRoles.map(({ machine }) => machine))
  const ofMembers = owned
    .filter(({ machine, ownedBy }) => !withRole.has(machine) && byId.has(ownedBy))
    .map((row): Related => {
      const { role, waiting, since = 0, name = '' } = byId.get(row.ownedBy) ?? {}
      const values = { ...machineValues({ ...row, role: null }), workshop: name }
      const code = waiting ? 'workshop_waits' : 'machine_without_role'
      return {
        ...{ ...row, through: 'workshop', role: role as Role, workshop: shownWorkshop(row.ownedBy) },
        ...{ since, until: null, first: { code, blocks: true, since, values } },
      }
    })
  const ofInvitations = invitations
    .filter(({ machine }) => !withRole.has(machine))
    .map((row): Related => {
      const { role, since, until } = row
      const values = machineValues(row)
      return {
        ...{ ...row, through: 'invitation', role, workshop: null, since, until },
        first: { code: 'machine_invited', blocks: true, since, until: row.expire, values },
      }
    })
  const ofRequests = requests.map((row): Related => {
    const values = machineValues({ ...row, role: null })
    return {
      ...{ ...row, through: 'request', role: null, workshop: null, until: null },
      first:
        row.deniedAt === null
          ? requestFact(values, row)
          : { code: 'machine_request_denied', blocks: true, since: row.deniedAt, values },
    }
  })
  return [...ofRoles, ...ofMembers, ...ofInvitations, ...ofRequests]
}

/** `address`: canonical, of a personal account; undefined: nobody invites it. */
export async function findRelatedMachines(
  db: Database,
  uid: string,
  address: string | undefined,
): Promise<RelatedMachine[]> {
  const related = await relatedMachines(db, uid, address)
  const lines = [...new Set(related.map(({ line }) => line))]
  const [distrusted, requested, trainings] = await Promise.all([
    listDistrusted(db, { sns: related.map(({ sn }) => sn) }),
    listRequestedMachines(db, { machines: related.map(({ machine }) => machine), uid }),
    Promise.all(lines.map(line => trainingFor(db, uid, line))),
  ])
  return related.map(({ first, ...row }) => {
    const values = machineValues(row)
    const training = trainings[lines.indexOf(row.line)]
    const request = requested.find(({ machine }) => machine === row.machine)
    const hindrances: (RawFact | undefined)[] = [
      first,
      row.lostAt === null ? undefined : { code: 'machine_lost', blocks: true, since: row.lostAt, values },
      distrusted.some(({ sn }) => sn === row.sn)
        ? {
            ...{ code: 'machine_distrusted', blocks: true, values },
            mend: { operation: 'machine renew', arguments: [row.machine] },
          }
        : undefined,
      training?.trained === false && training.course !== null
        ? { code: 'machine_training', blocks: true, values: { ...values, course: training.course } }
        : undefined,
      request && { ...requestFact(values, request), blocks: false },
    ]
    return {
      ...row,
      trainedUntil: training?.until ?? null,
      hindrances: hindrances.filter(fact => fact !== undefined),
    }
  })
}
