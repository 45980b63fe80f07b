/** Deletion of an account's rows. The only store that writes to tables of every module: a deletion leaves none out. */

import { scopeByUid } from '../../platform/cluster/statement-scope.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
import { ENDED_OWNERSHIP, nextNumber } from '../../tables/machine-ownership.ts'
import { listTables } from '../../tables/register.ts'
import { NO_UID } from '../account/credential-store.ts'

/** Tables with rows of accounts. The account row is deleted last, so that its lock is held until the end. */
export const ERASED_TABLES = [
  ...listTables(({ erasure }) => erasure === 'deleted')
    .filter(table => table !== 'account')
    .sort(),
  'account',
]

const deletions = ERASED_TABLES.map(table =>
  statement<never, { uid: string }>(
    `erase.${table}`,
    `delete from ${table} where uid = $uid`,
    scopeByUid(table, 'erasure'),
  ),
)

const listRevokedNumbers = statement<{ number: string; revoked_at: Date }, { uid: string }>(
  'erase.revoked_numbers',
  'select number, revoked_at from certificate where uid = $uid and revoked_at is not null',
)

const keepRevokedNumber = statement<never, { number: string; revoked_at: Date }>(
  'erase.keep_revoked_number',
  'insert into revoked_number (number, revoked_at) values ($number, $revoked_at) on conflict do nothing',
)

/** Deletes the account's rows from every table of `ERASED_TABLES`. Numbers of revoked certificates stay: their signed badges still exist. */
export async function deleteAccountRows(tx: Queryable, uid: string): Promise<void> {
  for (const revoked of await listRevokedNumbers(tx, { uid })) await keepRevokedNumber(tx, revoked)
  for (const deleteRows of deletions) await deleteRows(tx, { uid })
}

const listMachines = statement<{ machine: string }, { uid: string }>(
  'erase.list_machines',
  'select machine from machine_of_account where uid = $uid order by machine',
)

/** No row: the account does not own it. */
const releaseMachine = statement<{ id: string }, { machine: string; uid: string }>(
  'erase.release_machine',
  `update machine set ${ENDED_OWNERSHIP}
    where id = $machine and exists (select 1 from machine_role o where o.machine = $machine and o.uid = $uid
                                       and o.role = 'owner' and o.ownership = machine.ownership)
   returning id`,
)

const deleteMachineRoles = statement<{ uid: string; session: string | null }, { machine: string }>(
  'erase.machine_roles',
  'delete from machine_role where machine = $machine returning uid, session',
)

const deleteMachineInvitations = statement<never, { machine: string }>(
  'erase.machine_invitations',
  'delete from machine_invitation where machine = $machine',
)

/** Locks the machine, as a removal does. No row: the account has no role of this ownership. */
const raiseMachineRights = statement<{ id: string }, { machine: string; uid: string }>(
  'erase.raise_rights',
  `update machine set rights = ${nextNumber('rights')}
    where id = $machine and exists (select 1 from machine_role r where r.machine = $machine and r.uid = $uid
                                       and r.ownership = machine.ownership)
   returning id`,
)

interface EndedRole {
  readonly machine: string
  readonly member: number
  readonly ownership: string
  /** of the last pass, unix seconds; null: there was none */
  readonly end: number | null
}

const deleteMachineRole = statement<EndedRole, { machine: string; uid: string }>(
  'erase.end_machine_role',
  `delete from machine_role where machine = $machine and uid = $uid
   returning machine, member, ownership, ${epochSeconds('pass_until')} as "end"`,
)

const listRemovedMember = statement<never, EndedRole>(
  'erase.list_removed_member',
  `insert into machine_removed_member as x (machine, member, ownership, ends_at)
   values ($machine, $member, $ownership::bigint, to_timestamp($end::float8))
   on conflict (machine, member) do update set ends_at = greatest(x.ends_at, excluded.ends_at)`,
)

const deleteInvitationsOfMember = statement<never, { machine: string; member: number }>(
  'erase.invitations_of_member',
  'delete from machine_invitation where machine = $machine and invited_by = $member',
)

/** As a removal: later passes list the member while a pass is open, and the invitations of a manager end. */
async function endMachineRole(tx: Queryable, machine: string, uid: string): Promise<void> {
  if ((await raiseMachineRights(tx, { machine, uid })).length === 0) return
  for (const role of await deleteMachineRole(tx, { machine, uid })) {
    if (role.end !== null) await listRemovedMember(tx, role)
    await deleteInvitationsOfMember(tx, role)
  }
}

const unlinkMachine = statement<never, { uid: string; machine: string }>(
  'erase.unlink_machine',
  'delete from machine_of_account where uid = $uid and machine = $machine',
)

export interface ReleasedMachine {
  readonly machine: string
  readonly uids: readonly string[]
  readonly sessions: readonly { readonly uid: string; readonly handle: string }[]
}

const listWorkshops = statement<{ workshop: string }, { uid: string }>(
  'erase.list_workshops',
  'select workshop from workshop_of_account where uid = $uid order by workshop',
)

/** As every change of a workshop does: of two admins who are deleted at once, the later one is the only one. */
const lockWorkshop = statement<{ id: string }, { workshop: string }>(
  'erase.lock_workshop',
  'select id from workshop where id = $workshop for update',
)

const deleteMember = statement<{ member: number; role: string }, { workshop: string; uid: string }>(
  'erase.leave_workshop',
  'delete from workshop_member where workshop = $workshop and uid = $uid returning member, role',
)

const unlinkWorkshop = statement<never, { workshop: string; uid: string }>(
  'erase.unlink_workshop',
  'delete from workshop_of_account where uid = $uid and workshop = $workshop',
)

/** What the account has started, and its removal. */
const deleteActs = statement<never, { workshop: string; member: number; subject: string }>(
  'erase.workshop_acts_of_member',
  `delete from workshop_act where workshop = $workshop
      and (by_member = $member or (kind = 'remove' and subject = $subject))`,
)

/** A workshop without an admin. A job releases its machines and removes its members. No row: it has an admin. */
const endWorkshop = statement<{ id: string }, { workshop: string }>(
  'erase.end_workshop',
  `update workshop set ended_at = least(ended_at, now()), join_id = null, join_hash = null, join_since = null, join_until = null
    where id = $workshop
      and not exists (select 1 from workshop_member m where m.workshop = $workshop and m.role = 'admin')
   returning id`,
)

const listWorkshopMachines = statement<{ machine: string }, { workshop: string }>(
  'erase.workshop_machines',
  'select machine from workshop_machine where workshop = $workshop order by machine',
)

/** A workshop without another admin ends. Returns the machines that have no owner once the job has released them. */
async function leaveWorkshops(tx: Queryable, uid: string): Promise<readonly string[]> {
  const workshops = await listWorkshops(tx, { uid })
  for (const one of workshops) await lockWorkshop(tx, one)
  const machines: string[] = []
  for (const { workshop } of workshops) {
    const [left] = await deleteMember(tx, { workshop, uid })
    await unlinkWorkshop(tx, { workshop, uid })
    if (!left) continue
    await deleteActs(tx, { workshop, member: left.member, subject: String(left.member) })
    if (left.role !== 'admin' || (await endWorkshop(tx, { workshop })).length === 0) continue
    machines.push(...(await listWorkshopMachines(tx, { workshop })).map(({ machine }) => machine))
  }
  return machines
}

/** Of a machine that has no owner any more. */
async function endOwnedMachine(tx: Queryable, machine: string, uid: string): Promise<ReleasedMachine> {
  const roles = (await deleteMachineRoles(tx, { machine })).filter(role => role.uid !== uid)
  const uids = roles.map(role => role.uid)
  await deleteMachineInvitations(tx, { machine })
  for (const one of uids) await unlinkMachine(tx, { uid: one, machine })
  const sessions = roles.flatMap(({ uid: of, session: handle }) =>
    handle === null ? [] : [{ uid: of, handle }],
  )
  return { machine, uids, sessions }
}

/**
 * The machines that the account owns have no owner afterwards; its roles on others end, and those in workshops. Locks workshops, then machines, as
 * every change of them does; the caller locks the account after them. `released`: with the others who had a role, and a session at the machine.
 * `ending`: machines of workshops that have no admin any more.
 */
export async function leaveMachines(
  tx: Queryable,
  uid: string,
): Promise<{ readonly released: readonly ReleasedMachine[]; readonly ending: readonly string[] }> {
  const ending = await leaveWorkshops(tx, uid)
  const released: ReleasedMachine[] = []
  for (const { machine } of await listMachines(tx, { uid })) {
    if ((await releaseMachine(tx, { machine, uid })).length > 0)
      released.push(await endOwnedMachine(tx, machine, uid))
    else await endMachineRole(tx, machine, uid)
    await unlinkMachine(tx, { uid, machine })
  }
  return { released, ending }
}

/** Records that the uid belonged to an account, so that it never identifies another one. `loginHash`: of the analytics id. */
export const insertErasureRecord = statement<never, { uid: string; loginHash: Buffer }>(
  'erase.record',
  'insert into deleted_account (uid, login_hash) values ($uid, $loginHash) on conflict do nothing',
)

export const findErasedLogins = statement<{ hash: Buffer }, { hashes: readonly Buffer[] }>(
  'erase.find_logins',
  'select login_hash as hash from deleted_account where login_hash = any($hashes::bytea[])',
  { scope: 'every shard', because: 'job' },
)

export interface ErasedAccount {
  readonly uid: string
  /** time of the deletion, unix seconds */
  readonly at: number
}

const ERASED_PAGE = 1_000

const listErasedAfter = statement<ErasedAccount, { after: string }>(
  'erase.list',
  `select uid, ${epochSeconds('at')} as at from deleted_account
    where uid > $after order by uid limit ${ERASED_PAGE}`,
  { scope: 'every shard', because: 'operator' },
)

/** All of them, read in pages. */
export async function listErasedAccounts(on: Queryable): Promise<ErasedAccount[]> {
  const all: ErasedAccount[] = []
  for (let after = NO_UID; ; ) {
    const page = await listErasedAfter(on, { after })
    all.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < ERASED_PAGE) return all
    after = last.uid
  }
}

export const findErasedAccount = statement<ErasedAccount, { uid: string }>(
  'erase.find',
  `select uid, ${epochSeconds('at')} as at from deleted_account where uid = $uid`,
)

const ATTEMPTS_MAX = 100

/** Adds a job that is retried for about three weeks. It runs once the transaction has committed. */
export async function enqueueErasureRecord(tx: Queryable, task: string, uid: string): Promise<void> {
  await enqueueJob(tx, { task, payload: { uid }, attemptsMax: ATTEMPTS_MAX })
}
