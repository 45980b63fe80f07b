/** Tables `workshop`, `workshop_member` and `workshop_machine`: what decides the rights of an admin, and the machines of a workshop. */
import type { WorkshopRole } from '@kerf/contract/machines/workshops'
import { statement } from '../../platform/db/database.ts'

export const findWorkshopName = statement<{ name: string }, { workshop: string }>(
  'workshop.name',
  'select name from workshop where id = $workshop',
)

/** Changes of a workshop follow each other, those of its machines included. A transaction locks its account first, then the workshop, then machines. */
export const lockWorkshop = statement<{ name: string }, { workshop: string }>(
  'workshop.lock',
  'select name from workshop where id = $workshop for update',
)

export interface MemberRow {
  readonly uid: string
  readonly member: number
  readonly handle: string
  readonly role: WorkshopRole
  readonly waiting: boolean
}

const COLUMNS = 'uid, member, handle, role, waiting'

export const findMember = statement<MemberRow, { workshop: string; uid: string }>(
  'workshop_member.find',
  `select ${COLUMNS} from workshop_member where workshop = $workshop and uid = $uid`,
)

/** Admins first. */
export const listMembers = statement<MemberRow, { workshop: string }>(
  'workshop_member.list',
  `select ${COLUMNS} from workshop_member where workshop = $workshop order by role, member`,
)

export const listAdmins = statement<MemberRow, { workshop: string }>(
  'workshop_member.admins',
  `select ${COLUMNS} from workshop_member where workshop = $workshop and role = 'admin' order by member`,
)

export const listWorkshopMachines = statement<{ machine: string }, { workshop: string }>(
  'workshop_machine.list',
  'select machine from workshop_machine where workshop = $workshop order by machine',
)

export const linkMachine = statement<never, { workshop: string; machine: string }>(
  'workshop_machine.link',
  'insert into workshop_machine (workshop, machine) values ($workshop, $machine) on conflict do nothing',
)

export const unlinkMachine = statement<never, { workshop: string; machine: string }>(
  'workshop_machine.unlink',
  'delete from workshop_machine where workshop = $workshop and machine = $machine',
)

/** What admins have started about a machine. */
export const deleteActsOfMachine = statement<never, { workshop: string; machine: string }>(
  'workshop_act.delete_of_machine',
  `delete from workshop_act where workshop = $workshop and subject = $machine`,
)
