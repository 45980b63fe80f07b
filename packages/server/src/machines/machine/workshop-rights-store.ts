/** Tables `workshop`, `workshop_member` and `workshop_machine`: what decides the rights of an admin, and the machines of a workshop. */
import type { WorkshopRole } from '@kerf/contract/machines/workshops'
import { type Queryable, statement } from '../../platform/db/database.ts'

export const findWorkshopName = statement<{ name: string }, { workshop: string }>(
  'workshop.name',
  'select name from workshop where id = $workshop',
)

export const findWorkshopNames = statement<{ key: string; name: string }, { workshops: readonly string[] }>(
  'workshop.names',
  'select id as key, name from workshop where id = any($workshops::text[])',
  { scope: 'every shard', because: 'one database' },
)

/**
 * Changes of a workshop follow each other, those of its members, acts and machines' owners included. Every transaction locks in this order, so
 * that none of two waits for the other: workshops, machines, both by id, then accounts. An erasure does too.
 */
export const lockWorkshop = statement<{ name: string; ended: boolean }, { workshop: string }>(
  'workshop.lock',
  'select name, ended_at is not null as ended from workshop where id = $workshop for update',
)

/** Those that a change of owner concerns: the former and the next one. */
export async function lockWorkshops(tx: Queryable, ...workshops: readonly (string | null)[]): Promise<void> {
  for (const workshop of [...new Set(workshops)].sort())
    if (workshop !== null) await lockWorkshop(tx, { workshop })
}

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

export const findMembersOf = statement<
  MemberRow & { key: string },
  { workshops: readonly string[]; uid: string }
>(
  'workshop_member.find_of',
  `select workshop as key, ${COLUMNS} from workshop_member where workshop = any($workshops::text[]) and uid = $uid`,
  { scope: 'every shard', because: 'one database' },
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
