/** What an account sees of its machines. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { type listMachines, REQUEST_REVIEW_DAYS } from '@kerf/contract/machines/machines'
import { maskEmail } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { lockMachine } from './machine-session-store.ts'
import {
  type DisplayNameRow,
  findDisplayName,
  findDisplayNames,
  findRequest,
  findRequestsOf,
  findRole,
  findRoles,
  listMachineIds,
  type OwnRoleRow,
  ownsMachine,
  type RequestRow,
  readMembers,
} from './machine-store.ts'
import { serialNumberEnd } from './notify-people.ts'
import { ofOne, type Reads, readByKey } from './read-by-key.ts'
import { trainingFor } from './training-demand.ts'
import { findWorkshopName, findWorkshopNames } from './workshop-rights-store.ts'

export type MachineView = OutputOf<typeof listMachines>['machines'][number]
export type MachineRequestView = OutputOf<typeof listMachines>['requests'][number]

interface DisplayName {
  readonly kind: 'personal' | 'enterprise'
  readonly name: string
  readonly status: string
}

const toDisplayName = ({ kind, name, email, status }: DisplayNameRow): DisplayName => ({
  ...{ kind, name: name || maskEmail(email), status },
})

/** The name that others see: of the profile, else the masked address. */
export async function displayName(db: Queryable, uid: string): Promise<DisplayName> {
  const [account] = await findDisplayName(db, { uid })
  return account ? toDisplayName(account) : { kind: 'personal', name: '', status: 'active' }
}

/** As people of the machine see the owner. */
export async function describeOwner(
  db: Queryable,
  { owner, workshop }: Pick<OwnRoleRow, 'owner' | 'workshop'>,
): Promise<MachineView['owner']> {
  if (workshop !== null)
    return { kind: 'workshop', name: (await findWorkshopName(db, { workshop }))[0]?.name ?? '' }
  if (owner === null) return { kind: 'personal', name: '' }
  const { kind, name } = await displayName(db, owner)
  return { kind, name }
}

/** A further machine or workshop costs one database no further statement, a further product line does. */
async function toViews(reads: Reads, uid: string, rows: readonly OwnRoleRow[]): Promise<MachineView[]> {
  const workshops = rows.map(({ workshop }) => workshop)
  const lines = [...new Set(rows.map(({ line }) => line))]
  const [accounts, names, members, trainings] = await Promise.all([
    readByKey(
      reads,
      rows.map(({ owner }) => owner),
      (db, owner) => findDisplayName(db, { uid: owner }),
      (db, uids) => findDisplayNames(db, { uids }),
    ),
    readByKey(
      reads,
      workshops,
      (db, workshop) => findWorkshopName(db, { workshop }),
      (db, all) => findWorkshopNames(db, { workshops: all }),
    ),
    readMembers(reads, uid, workshops),
    Promise.all(lines.map(line => trainingFor(reads.db, uid, line))),
  ])
  const ownerOf = ({ owner, workshop }: OwnRoleRow): MachineView['owner'] => {
    if (workshop !== null) return { kind: 'workshop', name: names.get(workshop)?.name ?? '' }
    const account = accounts.get(owner ?? '')
    const { kind, name } = account ? toDisplayName(account) : { kind: 'personal' as const, name: '' }
    return { kind, name }
  }
  return rows.map(row => {
    const { id, sn, name, line, role, until, lost, transferring, workshop } = row
    const { course = null, trained = true, until: trainedUntil = null } = trainings[lines.indexOf(line)] ?? {}
    const member = members.get(workshop ?? '')
    return {
      ...{ id, sn, name, line, role, until, owner: ownerOf(row), lost, course, trained },
      trainedUntil,
      passDays: row.pass_days,
      transferring: transferring && ownsMachine(row),
      workshop: workshop !== null && member && !member.waiting ? { id: workshop, role: member.role } : null,
    }
  })
}

const ROLE_ORDER = { owner: 0, manager: 1, operator: 2 } as const

/** A claimant learns nothing but what the machine's label tells. */
const toRequestView = (
  { machine, uid, line, sn, denied, since }: RequestRow,
  claimant: string,
): MachineRequestView => ({
  side: uid === claimant ? 'claimant' : 'owner',
  machine: uid === claimant ? null : machine,
  line,
  snEnd: serialNumberEnd(sn),
  state: denied ? 'denied' : 'open',
  since,
  reviewFrom: since + REQUEST_REVIEW_DAYS * DAY_SECONDS,
})

export async function listOwnMachines(
  reads: Reads,
  uid: string,
): Promise<{ machines: MachineView[]; requests: MachineRequestView[] }> {
  const machines = (await listMachineIds(reads.db, { uid })).map(({ machine }) => machine)
  const [rows, requests] = await Promise.all([
    findRoles(reads, { machines, uid }),
    readByKey(
      reads,
      machines,
      (db, machine) => findRequest(db, { machine }),
      (db, all) => findRequestsOf(db, { machines: all }),
    ),
  ])
  const views = await toViews(reads, uid, rows)
  const owned = new Set(rows.filter(ownsMachine).map(({ id }) => id))
  return {
    machines: views.sort((a, b) => ROLE_ORDER[a.role] - ROLE_ORDER[b.role]),
    requests: [...requests.values()]
      .filter(request => request.uid === uid || (owned.has(request.machine) && !request.denied))
      .map(request => toRequestView(request, uid)),
  }
}

/** For the maker's own apps: no serial number, nobody else's name. */
export async function readMachineClaims(reads: Reads, uid: string) {
  const { machines } = await listOwnMachines(reads, uid)
  return machines.map(({ id, name, line, role, until }) => ({ id, name, line, role, until }))
}

/** For the person's choice of machines for a third party, and for what that app may do now. */
export async function readMachineRights(reads: Reads, uid: string, ids?: readonly string[]) {
  const { db } = reads
  const machines = ids ?? (await listMachineIds(db, { uid })).map(({ machine }) => machine)
  const roles = await findRoles(reads, { machines, uid })
  const lines = [...new Set(roles.map(({ line }) => line))]
  const trainings = await Promise.all(lines.map(line => trainingFor(db, uid, line)))
  return roles.map(({ id, ownership, sn, name, line, role }) => {
    const mayRun = trainings[lines.indexOf(line)]?.trained === true
    return { id, ownership, name, line, snEnd: serialNumberEnd(sn), role, mayRun }
  })
}

/** The database refuses some characters. */
const MACHINE_ID = /^m_[\w-]{22}$/

/**
 * Throws `machine_unknown` for a machine that the account has no role on, whether it exists or not. An admin of the owning workshop has the
 * rights of an owner.
 */
export async function requireRole(
  db: Queryable,
  machine: string,
  uid: string,
  roles: readonly OwnRoleRow['role'][] = ['owner', 'manager', 'operator'],
): Promise<OwnRoleRow> {
  const [row] = MACHINE_ID.test(machine) ? await findRole(db, { machine, uid }) : []
  if (!row) throw new ApiError('machine_unknown')
  if (!roles.includes(row.admin ? 'owner' : row.role)) throw new ApiError('authority')
  return row
}

/**
 * As `requireRole`, and locks the machine. A renewal of all passes changes the ownership number and moves open offers to the new one. A
 * statement that withdraws an offer must therefore read the number after the lock.
 */
export async function lockRole(
  tx: Queryable,
  machine: string,
  uid: string,
  roles: readonly OwnRoleRow['role'][],
): Promise<OwnRoleRow> {
  if (MACHINE_ID.test(machine)) await lockMachine(tx, { machine })
  return requireRole(tx, machine, uid, roles)
}

export async function showMachine(db: Queryable, machine: string, uid: string): Promise<MachineView> {
  const [view] = await toViews(ofOne(db), uid, [await requireRole(db, machine, uid)])
  if (!view) throw new Error('a machine was not described')
  return view
}
