/** The machines of a person, for operators: one statement on every shard for each kind of relation, not one for each machine. Times are unix seconds. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface MachineOfPerson {
  readonly machine: string
  readonly sn: string
  readonly line: string
  readonly name: string
  /** the workshop */
  readonly ownedBy: string | null
  readonly lostAt: number | null
}
const MACHINE = `m.id as machine, m.sn, m.line, m.name, m.workshop as "ownedBy", ${epochSeconds('m.lost_at')} as "lostAt"`

export interface RoleOfPerson extends MachineOfPerson {
  readonly role: string
  readonly waiting: boolean
  readonly since: number
  readonly until: number | null
  readonly ended: boolean
  /** given under the present owner */
  readonly current: boolean
}

export const listRolesOfPerson = statement<RoleOfPerson, { uid: string; limit: number }>(
  'person_machine.roles',
  `select ${MACHINE}, r.role, r.waiting, ${epochSeconds('r.created_at')} as since, ${epochSeconds('r.ends_at')} as until,
          coalesce(r.ends_at <= now(), false) as ended, r.ownership = m.ownership as current
     from machine_role r join machine m on m.id = r.machine
    where r.uid = $uid order by r.created_at desc limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

export interface WorkshopOfPerson {
  readonly workshop: string
  readonly name: string
  readonly role: string
  readonly waiting: boolean
  readonly since: number
}

export const listWorkshopsOfPerson = statement<WorkshopOfPerson, { uid: string }>(
  'person_machine.workshops',
  `select w.id as workshop, w.name, p.role, p.waiting, ${epochSeconds('p.created_at')} as since
     from workshop_member p join workshop w on w.id = p.workshop
    where p.uid = $uid and w.ended_at is null order by p.created_at`,
  { scope: 'every shard', because: 'operator' },
)

export const listMachinesOfWorkshops = statement<{ machine: string }, { workshops: readonly string[] }>(
  'person_machine.of_workshops',
  `select machine from workshop_machine where workshop = any($workshops::text[]) order by machine`,
  { scope: 'every shard', because: 'operator' },
)

/** Those that a workshop owns. */
export const listOwnedByWorkshops = statement<
  MachineOfPerson & { readonly ownedBy: string },
  { machines: readonly string[]; limit: number }
>(
  'person_machine.owned_by_workshops',
  `select ${MACHINE} from machine m
    where m.id = any($machines::text[]) and m.workshop is not null order by m.id limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

export interface RequestOfPerson extends MachineOfPerson {
  readonly since: number
  readonly deniedAt: number | null
}

/** The person is the claimant. */
export const listRequestsOfPerson = statement<RequestOfPerson, { uid: string }>(
  'person_machine.requests',
  `select ${MACHINE}, ${epochSeconds('q.created_at')} as since, ${epochSeconds('q.denied_at')} as "deniedAt"
     from machine_request q join machine m on m.id = q.machine
    where q.uid = $uid and q.ownership = m.ownership order by q.created_at desc limit 20`,
  { scope: 'every shard', because: 'operator' },
)

/** Open requests of others. */
export const listRequestedMachines = statement<
  { machine: string; since: number },
  { machines: readonly string[]; uid: string }
>(
  'person_machine.requested',
  `select q.machine, ${epochSeconds('q.created_at')} as since
     from machine_request q join machine m on m.id = q.machine
    where q.machine = any($machines::text[]) and q.ownership = m.ownership and q.denied_at is null and q.uid <> $uid`,
  { scope: 'every shard', because: 'operator' },
)

export const listDistrusted = statement<{ sn: string }, { sns: readonly string[] }>(
  'person_machine.distrusted',
  'select sn from device where sn = any($sns::text[]) and distrusted_at is not null',
  { scope: 'coordinator' },
)
