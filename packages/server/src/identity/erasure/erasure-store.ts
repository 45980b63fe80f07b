/** Deletion of an account's rows. The only store that writes to tables of every module: a deletion leaves none out. */

import { scopeByUid } from '../../platform/cluster/statement-scope.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
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

/** Deletes the account's rows from every table of `ERASED_TABLES`. */
export async function deleteAccountRows(tx: Queryable, uid: string): Promise<void> {
  for (const deleteRows of deletions) await deleteRows(tx, { uid })
}

const listMachines = statement<{ machine: string }, { uid: string }>(
  'erase.list_machines',
  'select machine from machine_of_account where uid = $uid order by machine',
)

const RELEASED = `name = '', owner_since = null, transfer_hash = null, transfer_until = null, transfer_by = null, lost_at = null,
          workshop = null, ownership = greatest(ownership + 1, floor(extract(epoch from now()))::bigint),
          rights = greatest(rights + 1, floor(extract(epoch from now()))::bigint)`

/** No row: the account does not own it. */
const releaseMachine = statement<{ id: string }, { machine: string; uid: string }>(
  'erase.release_machine',
  `update machine m set ${RELEASED}
    where m.id = $machine and exists (select 1 from machine_role o where o.machine = $machine and o.uid = $uid
                                         and o.role = 'owner' and o.ownership = m.ownership)
   returning m.id`,
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
  `update machine m set rights = greatest(rights + 1, floor(extract(epoch from now()))::bigint)
    where m.id = $machine and exists (select 1 from machine_role r where r.machine = $machine and r.uid = $uid
                                         and r.ownership = m.ownership)
   returning m.id`,
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
  `insert into machine_removed_member (machine, member, ownership, ends_at)
   values ($machine, $member, $ownership::bigint, to_timestamp($end::float8))`,
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

interface ReleasedMachine {
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

/** What the account has started, and its removal. */
const deleteActs = statement<never, { workshop: string; member: number; subject: string }>(
  'erase.workshop_acts_of_member',
  `delete from workshop_act where workshop = $workshop
      and (by_member = $member or (kind = 'remove' and subject = $subject))`,
)

const listAdmins = statement<{ uid: string }, { workshop: string }>(
  'erase.workshop_admins',
  `select uid from workshop_member where workshop = $workshop and role = 'admin'`,
)

const listWorkshopMachines = statement<{ machine: string }, { workshop: string }>(
  'erase.workshop_machines',
  'select machine from workshop_machine where workshop = $workshop order by machine',
)

const releaseWorkshopMachine = statement<{ id: string }, { machine: string; workshop: string }>(
  'erase.release_workshop_machine',
  `update machine set ${RELEASED} where id = $machine and workshop = $workshop returning id`,
)

const deleteMembers = statement<{ uid: string }, { workshop: string }>(
  'erase.workshop_members',
  'delete from workshop_member where workshop = $workshop returning uid',
)

const unlinkWorkshop = statement<never, { uid: string; workshop: string }>(
  'erase.unlink_workshop',
  'delete from workshop_of_account where uid = $uid and workshop = $workshop',
)

const deleteWorkshopRows = (['workshop_machine', 'workshop_act', 'workshop_bar'] as const).map(table =>
  statement<never, { workshop: string }>(
    `erase.of_${table}`,
    `delete from ${table} where workshop = $workshop`,
  ),
)

const deleteWorkshop = statement<never, { workshop: string }>(
  'erase.workshop',
  'delete from workshop where id = $workshop',
)

/** A workshop without another admin ends. Returns the machines that have no owner afterwards. */
async function leaveWorkshops(tx: Queryable, uid: string): Promise<readonly ReleasedMachine[]> {
  const released: ReleasedMachine[] = []
  for (const { workshop } of await listWorkshops(tx, { uid })) {
    await lockWorkshop(tx, { workshop })
    const [left] = await deleteMember(tx, { workshop, uid })
    if (!left) continue
    await deleteActs(tx, { workshop, member: left.member, subject: String(left.member) })
    if (left.role !== 'admin' || (await listAdmins(tx, { workshop })).length > 0) continue
    for (const { machine } of await listWorkshopMachines(tx, { workshop }))
      if ((await releaseWorkshopMachine(tx, { machine, workshop })).length > 0)
        released.push(await endOwnedMachine(tx, machine, uid))
    for (const member of await deleteMembers(tx, { workshop }))
      await unlinkWorkshop(tx, { workshop, ...member })
    for (const deleteRows of deleteWorkshopRows) await deleteRows(tx, { workshop })
    await deleteWorkshop(tx, { workshop })
  }
  return released
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
 * The machines that the account owns have no owner afterwards; its roles on others end, and those in workshops. Returns who else had a role on the former, and a
 * session at the machine, by machine.
 */
export async function leaveMachines(tx: Queryable, uid: string): Promise<readonly ReleasedMachine[]> {
  const released: ReleasedMachine[] = [...(await leaveWorkshops(tx, uid))]
  for (const { machine } of await listMachines(tx, { uid })) {
    if ((await releaseMachine(tx, { machine, uid })).length > 0)
      released.push(await endOwnedMachine(tx, machine, uid))
    else await endMachineRole(tx, machine, uid)
  }
  return released
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
