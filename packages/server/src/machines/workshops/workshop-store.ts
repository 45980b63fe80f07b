/** Tables `workshop`, `workshop_member`, `workshop_bar`, `workshop_join_code` and `workshop_of_account`: members and the join code. */
import type { WorkshopRole } from '@kerf/contract/machines/workshops'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export const listWorkshopIds = statement<{ workshop: string }, { uid: string }>(
  'workshop.list_ids',
  'select workshop from workshop_of_account where uid = $uid order by workshop',
)

export const linkWorkshop = statement<never, { uid: string; workshop: string }>(
  'workshop.link_account',
  'insert into workshop_of_account (uid, workshop) values ($uid, $workshop) on conflict do nothing',
)

export const unlinkWorkshop = statement<never, { uid: string; workshop: string }>(
  'workshop.unlink_account',
  'delete from workshop_of_account where uid = $uid and workshop = $workshop',
)

export const insertWorkshop = statement<never, { workshop: string; name: string }>(
  'workshop.insert',
  'insert into workshop (id, name) values ($workshop, $name)',
)

/** No row: it does not exist, or has ended. */
export const findLiveWorkshop = statement<{ name: string }, { workshop: string }>(
  'workshop.find_live',
  'select name from workshop where id = $workshop and ended_at is null',
)

export const setWorkshopName = statement<never, { workshop: string; name: string }>(
  'workshop.set_name',
  'update workshop set name = $name where id = $workshop',
)

/** Replaces the earlier code. */
export const setJoinCode = statement<
  { expire: number },
  { workshop: string; id: string; hash: Buffer; days: number }
>(
  'workshop.set_join_code',
  `update workshop set join_id = $id, join_hash = $hash, join_since = now(), join_until = now() + make_interval(days => $days)
    where id = $workshop returning ${epochSeconds('join_until')} as expire`,
)

export const routeJoinCode = statement<never, { workshop: string; hash: Buffer; days: number }>(
  'workshop.route_join_code',
  `insert into workshop_join_code (hash, workshop, expires_at)
   values ($hash, $workshop, now() + make_interval(days => $days))`,
)

export const findJoinRoute = statement<{ workshop: string }, { hash: Buffer }>(
  'workshop.find_join_route',
  'select workshop from workshop_join_code where hash = $hash',
)

export const endJoinCode = statement<never, { workshop: string; id: string }>(
  'workshop.end_join_code',
  `update workshop set join_id = null, join_hash = null, join_since = null, join_until = null
    where id = $workshop and join_id = $id`,
)

export const findJoinCode = statement<{ id: string; expire: number }, { workshop: string }>(
  'workshop.find_join_code',
  `select join_id as id, ${epochSeconds('join_until')} as expire from workshop
    where id = $workshop and join_until > now()`,
)

/** No row: the code was replaced or withdrawn or has expired, or the account was removed since it was made. */
export const findJoinable = statement<
  { name: string; expire: number },
  { workshop: string; hash: Buffer; uid: string }
>(
  'workshop.find_joinable',
  `select w.name, ${epochSeconds('w.join_until')} as expire from workshop w
    where w.id = $workshop and w.join_hash = $hash and w.join_until > now()
      and not exists (select 1 from workshop_bar b where b.workshop = $workshop and b.uid = $uid and b.at >= w.join_since)`,
)

export const nextMemberNumber = statement<{ member: number }, { workshop: string }>(
  'workshop.next_member',
  'update workshop set last_member = last_member + 1 where id = $workshop returning last_member as member',
)

export const insertMember = statement<
  never,
  {
    workshop: string
    uid: string
    member: number
    handle: string
    role: WorkshopRole
    waiting: boolean
  }
>(
  'workshop_member.insert',
  `insert into workshop_member (workshop, uid, member, handle, role, waiting)
   values ($workshop, $uid, $member, $handle, $role, $waiting)`,
)

/** Nobody can ask to join any more. */
export const endJoining = statement<never, { workshop: string }>(
  'workshop.end_joining',
  'update workshop set join_id = null, join_hash = null, join_since = null, join_until = null where id = $workshop',
)

/** No row: nobody waits by this handle. */
export const approveMember = statement<{ uid: string }, { workshop: string; handle: string }>(
  'workshop_member.approve',
  `update workshop_member set waiting = false where workshop = $workshop and handle = $handle and waiting returning uid`,
)

/** No row: there is no such member, or an admin already. */
export const promoteMember = statement<{ uid: string }, { workshop: string; handle: string }>(
  'workshop_member.promote',
  `update workshop_member set role = 'admin'
    where workshop = $workshop and handle = $handle and not waiting and role = 'member' returning uid`,
)

export const deleteMember = statement<{ uid: string }, { workshop: string; uid: string; member: number }>(
  'workshop_member.delete',
  'delete from workshop_member where workshop = $workshop and uid = $uid and member = $member returning uid',
)

/** Of a person who was removed. A restored database gives numbers again: a member of a later time stays. `at`: unix seconds. */
export const repeatMemberLoss = statement<
  { uid: string },
  { workshop: string; uid: string; member: number; at: number }
>(
  'workshop_member.repeat_loss',
  `delete from workshop_member where workshop = $workshop and uid = $uid and member = $member
      and created_at < to_timestamp($at::float8 + 1) returning uid`,
)

export const deleteAdmins = statement<never, { workshop: string }>(
  'workshop_member.delete_admins',
  `delete from workshop_member where workshop = $workshop and role = 'admin'`,
)

export const barFromWorkshop = statement<never, { workshop: string; uid: string }>(
  'workshop.bar',
  `insert into workshop_bar (workshop, uid) values ($workshop, $uid)
   on conflict (workshop, uid) do update set at = excluded.at`,
)

const deletions = (['workshop_member', 'workshop_machine', 'workshop_act', 'workshop_bar'] as const).map(
  table =>
    statement<never, { workshop: string }>(
      `workshop.delete_${table}`,
      `delete from ${table} where workshop = $workshop`,
    ),
)

const deleteRow = statement<never, { workshop: string }>(
  'workshop.delete',
  'delete from workshop where id = $workshop',
)

export const DELETE_WORKSHOP = [...deletions, deleteRow]

/** In a restored database: of those without an admin. */
export const endWorkshopsWithoutAdmin = statement<{ workshop: string }>(
  'workshop.end_without_admin',
  `update workshop w set ended_at = now()
    where ended_at is null and not exists (select 1 from workshop_member m where m.workshop = w.id and m.role = 'admin')
   returning id as workshop`,
  { scope: 'every shard', because: 'operator' },
)

export const setWorkshopEnded = statement<never, { workshop: string }>(
  'workshop.set_ended',
  'update workshop set ended_at = now() where id = $workshop',
)

export const listEndedWorkshops = statement<{ workshop: string }, { limit: number }>(
  'workshop.ended',
  'select id as workshop from workshop where ended_at is not null order by ended_at limit $limit',
  { scope: 'every shard', because: 'job' },
)
