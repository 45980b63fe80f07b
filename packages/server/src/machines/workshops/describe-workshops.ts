/** What an account sees of its workshops. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { listWorkshopMembers, listWorkshops } from '@kerf/contract/machines/workshops'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { displayName } from '../machine/describe-machine.ts'
import { findOwnedMachine } from '../machine/machine-store.ts'
import { machineLabel } from '../machine/notify-people.ts'
import { isWorkshopId } from '../machine/workshop-rights.ts'
import {
  findMember,
  listMembers,
  listWorkshopMachines,
  type MemberRow,
} from '../machine/workshop-rights-store.ts'
import { type ActRow, listActs } from '../sharing/act-store.ts'
import { findJoinCode, findLiveWorkshop, listWorkshopIds } from './workshop-store.ts'

type WorkshopView = OutputOf<typeof listWorkshops>['workshops'][number]

/** Throws `workshop_unknown` for a workshop that the account is not in, whether it exists or not. */
export async function requireMember(db: Queryable, workshop: string, uid: string): Promise<MemberRow> {
  const [member] = isWorkshopId(workshop) ? await findMember(db, { workshop, uid }) : []
  if (!member || member.waiting) throw new ApiError('workshop_unknown')
  return member
}

async function describeAct(
  db: Queryable,
  workshop: string,
  members: readonly MemberRow[],
  { id, kind, subject, by, due }: ActRow,
): Promise<WorkshopView['acts'][number]> {
  const nameOf = async (number: number): Promise<string> => {
    const uid = members.find(({ member }) => member === number)?.uid
    return uid === undefined ? '' : (await displayName(db, uid)).name
  }
  const isOfMachine = subject.startsWith('m_')
  const [machine] = isOfMachine ? await findOwnedMachine(db, { machine: subject, workshop }) : []
  const name = machine ? machineLabel(machine) : kind === 'remove' ? await nameOf(Number(subject)) : ''
  return { id, kind, machine: isOfMachine ? subject : null, name, by: await nameOf(by), effectTime: due }
}

export async function showWorkshop(
  db: Queryable,
  workshop: string,
  uid: string,
): Promise<WorkshopView | undefined> {
  const [[found], members, machines, acts] = await Promise.all([
    findLiveWorkshop(db, { workshop }),
    listMembers(db, { workshop }),
    listWorkshopMachines(db, { workshop }),
    listActs(db, { workshop }),
  ])
  const me = members.find(member => member.uid === uid)
  if (!found || !me) return undefined
  const { role, waiting } = me
  const isAdmin = role === 'admin'
  const admins = members.filter(member => member.role === 'admin')
  return {
    id: workshop,
    ...found,
    role,
    waiting,
    members: waiting ? 0 : members.filter(member => !member.waiting).length,
    requests: isAdmin ? members.filter(member => member.waiting).length : 0,
    machines: waiting ? 0 : machines.length,
    onlyAdmin: isAdmin && admins.length === 1,
    acts: isAdmin ? await Promise.all(acts.map(act => describeAct(db, workshop, members, act))) : [],
  }
}

export async function listOwnWorkshops(db: Queryable, uid: string): Promise<WorkshopView[]> {
  const ids = await listWorkshopIds(db, { uid })
  const found = await Promise.all(ids.map(({ workshop }) => showWorkshop(db, workshop, uid)))
  return found.filter(one => one !== undefined)
}

export async function listMembersFor(
  db: Queryable,
  workshop: string,
  uid: string,
): Promise<OutputOf<typeof listWorkshopMembers>> {
  const me = await requireMember(db, workshop, uid)
  const isAdmin = me.role === 'admin'
  const [members, codes] = await Promise.all([
    listMembers(db, { workshop }),
    isAdmin ? findJoinCode(db, { workshop }) : [],
  ])
  const visible = members.filter(member => isAdmin || member.role === 'admin' || member.uid === uid)
  return {
    members: await Promise.all(
      visible.map(async ({ uid: of, handle, role, waiting }) => ({
        ...{ handle, role, waiting, self: of === uid },
        name: (await displayName(db, of)).name,
      })),
    ),
    invitations: codes.map(({ id, expire }) => ({ id, expireTime: expire })),
  }
}
