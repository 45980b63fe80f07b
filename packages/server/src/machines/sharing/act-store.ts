/** Table `workshop_act`: what an admin has started and another admin can stop. */
import type { WorkshopActKind } from '@kerf/contract/machines/workshops'
import { statement } from '../../platform/db/database.ts'
import { epochMilliseconds, epochSeconds } from '../../platform/db/epoch.ts'

export interface ActRow {
  readonly id: string
  readonly kind: WorkshopActKind
  /** id of a machine, number of a member, or '' */
  readonly subject: string
  /** of the machine */
  readonly ownership: string | null
  /** of the code of a transfer */
  readonly hash: Buffer | null
  /** number of the request that is confirmed */
  readonly request: string | null
  /** number of the admin who started it */
  readonly by: number
  /** unix seconds */
  readonly due: number
  /** unix milliseconds, with microseconds */
  readonly started: number
}

const COLUMNS = `a.id, a.kind, a.subject, a.ownership::text as ownership, a.hash, a.request::text as request, a.by_member as by,
          ${epochSeconds('a.due_at')} as due, ${epochMilliseconds('a.created_at')} as started`

/** No row: this act is open already. A transfer, the answer to an earlier request and an act under an earlier owner are replaced, with another 48 hours. */
export const insertAct = statement<
  { due: number },
  Omit<ActRow, 'due' | 'started'> & { workshop: string; hours: number }
>(
  'workshop_act.insert',
  `insert into workshop_act as a (workshop, id, kind, subject, ownership, hash, request, by_member, due_at)
   values ($workshop, $id, $kind, $subject, $ownership::bigint, $hash, $request::bigint, $by, now() + make_interval(hours => $hours))
   on conflict (workshop, kind, subject) do update set id = excluded.id, ownership = excluded.ownership, hash = excluded.hash,
          request = excluded.request, by_member = excluded.by_member, due_at = excluded.due_at, created_at = excluded.created_at
    where a.kind = 'transfer' or a.ownership <> excluded.ownership or a.request <> excluded.request
   returning ${epochSeconds('due_at')} as due`,
)

export const listActs = statement<ActRow, { workshop: string }>(
  'workshop_act.list',
  `select ${COLUMNS} from workshop_act a where a.workshop = $workshop order by a.due_at, a.id`,
)

export const deleteAct = statement<ActRow, { workshop: string; id: string }>(
  'workshop_act.delete',
  `delete from workshop_act a where a.workshop = $workshop and a.id = $id returning ${COLUMNS}`,
)

export const deleteTransferAct = statement<{ id: string }, { workshop: string; machine: string }>(
  'workshop_act.delete_transfer',
  `delete from workshop_act where workshop = $workshop and kind = 'transfer' and subject = $machine returning id`,
)

/** Of an admin who leaves, and about the removal of the member. */
export const deleteActsOfMember = statement<never, { workshop: string; member: number; subject: string }>(
  'workshop_act.delete_of_member',
  `delete from workshop_act where workshop = $workshop
      and (by_member = $member or (kind = 'remove' and subject = $subject))`,
)

export const listDueActs = statement<{ workshop: string; id: string }, { limit: number }>(
  'workshop_act.due',
  'select workshop, id from workshop_act where due_at <= now() order by due_at limit $limit',
  { scope: 'every shard', because: 'job' },
)

/** Decides that an act takes effect, in a transaction that has locked the workshop. No row: it was stopped or has taken effect, or who started it is no admin any more. */
export const takeDueAct = statement<ActRow & { uid: string }, { workshop: string; id: string }>(
  'workshop_act.take',
  `delete from workshop_act a using workshop_member m
    where a.workshop = $workshop and a.id = $id and a.due_at <= now()
      and m.workshop = $workshop and m.member = a.by_member and m.role = 'admin'
   returning ${COLUMNS}, m.uid`,
)

/** In a restored database: another admin may have stopped it meanwhile. */
export const deleteAllActs = statement<never>('workshop_act.delete_all', 'delete from workshop_act', {
  scope: 'every shard',
  because: 'operator',
})
