/** What an account sees of its machines. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { type listMachines, REQUEST_REVIEW_DAYS } from '@kerf/contract/machines/machines'
import { maskEmail } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  findDisplayName,
  findRequest,
  findRole,
  findRoles,
  listMachineIds,
  type OwnRoleRow,
  ownsMachine,
  type RequestRow,
} from './machine-store.ts'
import { serialNumberEnd } from './notify-people.ts'
import { trainingFor } from './training-demand.ts'
import { findMember, findWorkshopName } from './workshop-store.ts'

export type MachineView = OutputOf<typeof listMachines>['machines'][number]
export type MachineRequestView = OutputOf<typeof listMachines>['requests'][number]

/** The name that others see: of the profile, else the masked address. */
export async function displayName(
  db: Queryable,
  uid: string,
): Promise<{ readonly kind: 'personal' | 'enterprise'; readonly name: string; readonly status: string }> {
  const [account] = await findDisplayName(db, { uid })
  if (!account) return { kind: 'personal', name: '', status: 'active' }
  const { kind, name, email, status } = account
  return { kind, name: name || maskEmail(email), status }
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

async function findWorkshopOf(db: Queryable, uid: string, { workshop }: OwnRoleRow) {
  const [member] = workshop === null ? [] : await findMember(db, { workshop, uid })
  return workshop === null || !member || member.waiting ? null : { id: workshop, role: member.role }
}

async function toView(db: Queryable, uid: string, row: OwnRoleRow): Promise<MachineView> {
  const { id, sn, name, line, role, until, lost, transferring } = row
  const [owner, { course, trained }, workshop] = await Promise.all([
    describeOwner(db, row),
    trainingFor(db, uid, line),
    findWorkshopOf(db, uid, row),
  ])
  return {
    id,
    sn,
    name,
    line,
    role,
    until,
    owner,
    lost,
    transferring: transferring && ownsMachine(row),
    course,
    trained,
    workshop,
  }
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
  db: Queryable,
  uid: string,
): Promise<{ machines: MachineView[]; requests: MachineRequestView[] }> {
  const ids = await listMachineIds(db, { uid })
  const [roles, requests] = await Promise.all([
    Promise.all(ids.map(({ machine }) => findRole(db, { machine, uid }))),
    Promise.all(ids.map(({ machine }) => findRequest(db, { machine }))),
  ])
  const rows = roles.flat()
  const machines = await Promise.all(rows.map(row => toView(db, uid, row)))
  const owned = new Set(rows.filter(ownsMachine).map(({ id }) => id))
  return {
    machines: machines.sort((a, b) => ROLE_ORDER[a.role] - ROLE_ORDER[b.role]),
    requests: requests
      .flat()
      .filter(request => request.uid === uid || (owned.has(request.machine) && !request.denied))
      .map(request => toRequestView(request, uid)),
  }
}

/** For the maker's own apps: no serial number, nobody else's name. */
export async function readMachineClaims(db: Queryable, uid: string) {
  const { machines } = await listOwnMachines(db, uid)
  return machines.map(({ id, name, line, role, until }) => ({ id, name, line, role, until }))
}

/** For the person's choice of machines for a third party, and for what that app may do now. */
export async function readMachineRights(
  platform: Parameters<typeof findRoles>[0],
  uid: string,
  ids?: readonly string[],
) {
  const { db } = platform
  const machines = ids ?? (await listMachineIds(db, { uid })).map(({ machine }) => machine)
  const roles = await findRoles(platform, { machines, uid })
  const lines = [...new Set(roles.map(({ line }) => line))]
  const trainings = await Promise.all(lines.map(line => trainingFor(db, uid, line)))
  return roles.map(({ id, ownership, sn, name, line, role }) => {
    const mayRun = trainings[lines.indexOf(line)]?.trained === true
    return { id, ownership, name, line, snEnd: serialNumberEnd(sn), role, mayRun }
  })
}

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
  // The database refuses some characters.
  const [row] = /^m_[\w-]{22}$/.test(machine) ? await findRole(db, { machine, uid }) : []
  if (!row) throw new ApiError('machine_unknown')
  if (!roles.includes(row.admin ? 'owner' : row.role)) throw new ApiError('authority')
  return row
}

export async function showMachine(db: Queryable, machine: string, uid: string): Promise<MachineView> {
  return toView(db, uid, await requireRole(db, machine, uid))
}
