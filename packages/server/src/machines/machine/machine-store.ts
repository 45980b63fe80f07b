/** Tables `machine`, `machine_register`, `machine_of_account`, and the roles that decide who may do what. */
import type { MachineRole } from '@kerf/contract/machines/machines'
import { PASS_DAYS_DEFAULT } from '@kerf/contract/machines/passes'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochMilliseconds, epochSeconds } from '../../platform/db/epoch.ts'
import { ofOne, type Reads, readByKey } from './read-by-key.ts'
import { findMember, findMembersOf, type MemberRow } from './workshop-rights-store.ts'

export interface DeviceRow {
  readonly line: string
  readonly key_version: number
  readonly generation: number
  readonly distrusted: boolean
}

export const findDevice = statement<DeviceRow, { sn: string }>(
  'machine.device',
  'select line, key_version, generation, distrusted_at is not null as distrusted from device where sn = $sn',
  { scope: 'coordinator' },
)

/** The public id of a machine: the first caller's proposal, for all times. */
export const registerMachine = statement<{ machine: string }, { hash: Buffer; machine: string }>(
  'machine.register',
  `insert into machine_register as r (hash, machine) values ($hash, $machine)
   on conflict (hash) do update set machine = r.machine returning machine`,
)

export const findRegistered = statement<{ machine: string }, { hash: Buffer }>(
  'machine.find_registered',
  'select machine from machine_register where hash = $hash',
)

export const insertMachine = statement<never, { id: string; sn: string; line: string }>(
  'machine.insert',
  `insert into machine (id, sn, line, pass_days) values ($id, $sn, $line, ${PASS_DAYS_DEFAULT}) on conflict (id) do nothing`,
)

/** Of the same machine, given under the present owner, and not ended. */
export const IS_LIVE = `not r.waiting and r.ownership = m.ownership and (r.ends_at is null or r.ends_at > now())`
/** Of the machine `m`. The row of an account that owns it is deleted with the account. */
export const HAS_OWNER = `(m.workshop is not null or exists (select 1 from machine_role o
          where o.machine = $machine and o.role = 'owner' and o.ownership = m.ownership))`
/** As others see the role: an admin of the owning workshop is a manager. */
export const SHOWN_ROLE = `case when r.role = 'admin' then 'manager' else r.role end as role`

export interface MachineState {
  readonly id: string
  readonly ownership: string
  readonly rights: string
  readonly reset_number: string
  readonly lost: boolean
  /** the account that owns it */
  readonly owner: string | null
  /** the workshop that owns it */
  readonly workshop: string | null
  /** of the card that the last release gave; null: there is none */
  readonly card_hash: Buffer | null
}

export const findMachineState = statement<MachineState, { machine: string }>(
  'machine.state',
  `select m.id, m.ownership, m.rights, m.reset_number, m.lost_at is not null as lost, m.card_hash, m.workshop,
          (select o.uid from machine_role o where o.machine = $machine and o.role = 'owner' and o.ownership = m.ownership) as owner
     from machine m where m.id = $machine`,
)

export const isOwned = (state: Pick<MachineState, 'owner' | 'workshop'> | undefined): boolean =>
  state !== undefined && (state.owner ?? state.workshop) !== null

/** The account that owns the machine, or the admins of the workshop. */
export const listOwners = statement<{ uid: string; role: MachineRole }, { machine: string }>(
  'machine.owners',
  `select r.uid, ${SHOWN_ROLE} from machine m join machine_role r on r.machine = m.id
    where m.id = $machine and r.machine = $machine and r.ownership = m.ownership
      and (r.role = 'owner' or (r.role = 'admin' and m.workshop is not null)) order by r.member`,
)

export interface OwnRoleRow {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly line: string
  readonly lost: boolean
  readonly transferring: boolean
  /** how many days a pass lasts at most */
  readonly pass_days: number
  readonly ownership: string
  readonly role: MachineRole
  readonly member: number
  readonly handle: string
  /** unix seconds */
  readonly until: number | null
  /** the account that owns it; null: the workshop */
  readonly owner: string | null
  readonly workshop: string | null
  /** of the owning workshop: has the rights of an owner */
  readonly admin: boolean
}

const OWN_ROLE = `select m.id, m.sn, m.name, m.line, m.lost_at is not null as lost, m.pass_days, m.ownership, m.workshop,
          coalesce(m.transfer_until > now(), false) as transferring, ${SHOWN_ROLE}, r.role = 'admin' as admin, r.member, r.handle,
          floor(extract(epoch from r.ends_at))::float8 as until,
          (select o.uid from machine_role o where o.machine = $machine and o.role = 'owner' and o.ownership = m.ownership) as owner
     from machine m join machine_role r on r.machine = m.id
    where r.uid = $uid and ${IS_LIVE} and ${HAS_OWNER}`

const findRoleRow = statement<OwnRoleRow, { machine: string; uid: string }>(
  'machine.role',
  `${OWN_ROLE} and m.id = $machine and r.machine = $machine`,
)

/** Like `findRoleRow`, of several machines. */
const findRoleRowsTogether = statement<OwnRoleRow, { machines: readonly string[]; uid: string }>(
  'machine.roles_together',
  `${OWN_ROLE.replaceAll('$machine', 'm.id')} and m.id = any($machines::text[]) order by m.id`,
  { scope: 'every shard', because: 'one database' },
)

/** The membership of an account in each of the workshops. */
export const readMembers = (
  reads: Reads,
  uid: string,
  workshops: readonly (string | null)[],
): Promise<ReadonlyMap<string, MemberRow>> =>
  readByKey(
    reads,
    workshops,
    (db, workshop) => findMember(db, { workshop, uid }),
    (db, all) => findMembersOf(db, { workshops: all, uid }),
  )

/** The rows that count. An admin of a workshop may have lost that role meanwhile. */
async function withoutFormerAdmins(reads: Reads, uid: string, rows: OwnRoleRow[]): Promise<OwnRoleRow[]> {
  const led = rows.map(({ admin, workshop }) => (admin ? workshop : null))
  const members = await readMembers(reads, uid, led)
  return rows.filter(({ admin, workshop }) => !admin || members.get(workshop ?? '')?.role === 'admin')
}

/** The live role of an account on a machine that has an owner, at most one. Every right is decided by it. */
export const findRole = async (
  db: Queryable,
  key: { readonly machine: string; readonly uid: string },
): Promise<OwnRoleRow[]> => withoutFormerAdmins(ofOne(db), key.uid, await findRoleRow(db, key))

/** Like `findRole`, of several machines: in one statement, or on a distributed database in one for each machine. */
export async function findRoles(
  reads: Reads,
  { machines, uid }: { readonly machines: readonly string[]; readonly uid: string },
): Promise<OwnRoleRow[]> {
  const { db, isDistributed } = reads
  const rows = isDistributed
    ? (await Promise.all(machines.map(machine => findRoleRow(db, { machine, uid })))).flat()
    : await findRoleRowsTogether(db, { machines, uid })
  return withoutFormerAdmins(reads, uid, rows)
}

/** Whether the person decides about the ownership. */
export const ownsMachine = ({ role, admin }: Pick<OwnRoleRow, 'role' | 'admin'>): boolean =>
  role === 'owner' || admin

export interface RequestRow {
  readonly machine: string
  /** of the claimant */
  readonly uid: string
  readonly line: string
  readonly sn: string
  readonly denied: boolean
  /** unix seconds */
  readonly since: number
}

const REQUEST = `select q.machine, q.machine as key, q.uid, m.line, m.sn, q.denied_at is not null as denied, ${epochSeconds('q.created_at')} as since
     from machine_request q join machine m on m.id = q.machine
    where q.ownership = m.ownership`

/** The request to the present owner, open or denied. */
export const findRequest = statement<RequestRow, { machine: string }>(
  'machine_request.find',
  `${REQUEST} and q.machine = $machine and m.id = $machine`,
)

export const findRequestsOf = statement<RequestRow & { key: string }, { machines: readonly string[] }>(
  'machine_request.find_of',
  `${REQUEST} and q.machine = any($machines::text[])`,
  { scope: 'every shard', because: 'one database' },
)

export const listMachineIds = statement<{ machine: string }, { uid: string }>(
  'machine.list_ids',
  'select machine from machine_of_account where uid = $uid order by machine',
)

export const linkAccount = statement<never, { uid: string; machine: string }>(
  'machine.link_account',
  'insert into machine_of_account (uid, machine) values ($uid, $machine) on conflict do nothing',
)

export const unlinkAccount = statement<never, { uid: string; machine: string }>(
  'machine.unlink_account',
  'delete from machine_of_account where uid = $uid and machine = $machine',
)

export interface DisplayNameRow {
  readonly kind: 'personal' | 'enterprise'
  /** '' if the account has no name of its own */
  readonly name: string
  readonly email: string
  readonly status: string
}

const DISPLAY_NAME = `select uid as key, kind, coalesce(nullif(nickname, ''), nullif(user_name, ''), '') as name, email, status from account`

export const findDisplayName = statement<DisplayNameRow, { uid: string }>(
  'machine.display_name',
  `${DISPLAY_NAME} where uid = $uid`,
)

export const findDisplayNames = statement<DisplayNameRow & { key: string }, { uids: readonly string[] }>(
  'machine.display_names',
  `${DISPLAY_NAME} where uid = any($uids::uuid[])`,
  { scope: 'every shard', because: 'one database' },
)

export const setName = statement<{ id: string }, { machine: string; ownership: string; name: string }>(
  'machine.set_name',
  'update machine set name = $name where id = $machine and ownership = $ownership returning id',
)

/** Locks a machine of the workshop and gives the next member number. No row: it has another owner. */
export const nextMember = statement<
  { member: number; ownership: string },
  { machine: string; workshop: string }
>(
  'machine.next_member_of_workshop',
  `update machine set last_member = last_member + 1 where id = $machine and workshop = $workshop
   returning last_member as member, ownership`,
)

/** A role that the account had is replaced, and its member number stays: a pass names it. */
export const insertAdmin = statement<
  never,
  { machine: string; uid: string; member: number; handle: string; ownership: string }
>(
  'machine.insert_admin',
  `insert into machine_role as r (machine, uid, member, handle, role, ownership)
   values ($machine, $uid, $member, $handle, 'admin', $ownership::bigint)
   on conflict (machine, uid) do update set role = 'admin', ownership = excluded.ownership, ends_at = null, waiting = false,
          invitation = null`,
)

/** No row: the workshop does not own it. */
export const findOwnedMachine = statement<
  Pick<OwnRoleRow, 'id' | 'sn' | 'name' | 'line' | 'ownership' | 'workshop' | 'lost'> & {
    /** since when the workshop owns it, unix milliseconds with microseconds */
    readonly since: number
  },
  { machine: string; workshop: string }
>(
  'machine.find_owned',
  `select id, sn, name, line, ownership, workshop, lost_at is not null as lost, ${epochMilliseconds('owner_since')} as since from machine
    where id = $machine and workshop = $workshop`,
)
