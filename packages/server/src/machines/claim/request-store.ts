/** Table `machine_request`: requests for machines that have an owner. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { NEW_OWNER } from '../../tables/machine-ownership.ts'
import { HAS_OWNER } from '../machine/machine-store.ts'

/**
 * Locks the machine for a new request, and withdraws an offered transfer. No row: it has another owner, is lost, the reset number is
 * not above the last one, or a denial bars requests.
 */
export const lockForRequest = statement<
  { name: string },
  { machine: string; ownership: string; resetNumber: number }
>(
  'machine_request.lock',
  `update machine m set transfer_hash = null, transfer_until = null, transfer_by = null
    where m.id = $machine and ${HAS_OWNER}
      and m.ownership = $ownership and m.lost_at is null and m.reset_number < $resetNumber
      and (m.requests_barred_until is null or m.requests_barred_until <= now())
   returning m.name`,
)

/** No row: there is an open request. One that was denied or made to an earlier owner is replaced. */
export const insertRequest = statement<
  { since: number },
  { machine: string; uid: string; ownership: string; resetNumber: number }
>(
  'machine_request.insert',
  `insert into machine_request as r (machine, uid, ownership, reset_number)
   values ($machine, $uid, $ownership::bigint, $resetNumber)
   on conflict (machine) do update set uid = excluded.uid, ownership = excluded.ownership,
          reset_number = excluded.reset_number, mails = 1, created_at = excluded.created_at, denied_at = null,
          second_code_at = null
    where r.denied_at is not null or r.ownership <> excluded.ownership
   returning ${epochSeconds('created_at')} as since`,
)

/**
 * Number of a request: the microsecond in which it was made. An answer is for the request that was seen, not for one that has taken its place.
 */
export const requestNumber = (request: string): string =>
  `(extract(epoch from ${request}.created_at at time zone 'UTC') * 1000000)::bigint`

export const findOpenRequest = statement<
  { uid: string; since: number; number: string },
  { machine: string; ownership: string }
>(
  'machine_request.find_open',
  `select uid, ${epochSeconds('created_at')} as since, ${requestNumber('machine_request')}::text as number from machine_request
    where machine = $machine and ownership = $ownership and denied_at is null`,
)

/** The claimant shows a right code again, `days` after the request: an operator may decide with it. */
export const recordSecondCode = statement<
  never,
  { machine: string; ownership: string; uid: string; days: number }
>(
  'machine_request.second_code',
  `update machine_request set second_code_at = now()
    where machine = $machine and ownership = $ownership and uid = $uid and denied_at is null
      and created_at <= now() - make_interval(days => $days)`,
)

interface RequestKey {
  readonly machine: string
  readonly ownership: string
  readonly number: string
}

/** Decides a confirmation, with `deleteOpenRequest`. No row: this request is not open, the machine has another owner, or it is lost. */
export const takeByRequest = statement<{ ownership: string; rights: string; member: number }, RequestKey>(
  'machine_request.take',
  `update machine set ${NEW_OWNER}, workshop = null, last_member = last_member + 1,
          reset_number = greatest(machine.reset_number, q.reset_number)
     from machine_request q
    where machine.id = $machine and machine.ownership = $ownership and machine.lost_at is null
      and q.machine = $machine and q.ownership = $ownership and q.denied_at is null
      and ${requestNumber('q')} = $number::bigint
   returning machine.ownership, machine.rights, machine.last_member as member`,
)

export const deleteOpenRequest = statement<{ uid: string }, RequestKey>(
  'machine_request.delete_open',
  `delete from machine_request
    where machine = $machine and ownership = $ownership and denied_at is null
      and ${requestNumber('machine_request')} = $number::bigint
   returning uid`,
)

/** Locks the machine and bars requests until the owner changes. */
export const barRequests = statement<{ id: string }, { machine: string; ownership: string; days: number }>(
  'machine_request.bar',
  `update machine set requests_barred_until = now() + make_interval(days => $days)
    where id = $machine and ownership = $ownership returning id`,
)

export const denyRequest = statement<{ uid: string }, RequestKey>(
  'machine_request.deny',
  `update machine_request set denied_at = now()
    where machine = $machine and ownership = $ownership and denied_at is null
      and ${requestNumber('machine_request')} = $number::bigint
   returning uid`,
)

/** At a change of owner. Returns the claimants. */
export const deleteRequests = statement<{ uid: string }, { machine: string }>(
  'machine_request.delete',
  'delete from machine_request where machine = $machine returning uid',
)

/** Open requests with `mails` mails to the owner, made at `until` or before. */
export const listDueRequests = statement<
  { machine: string; ownership: string },
  { mails: number; until: Date; limit: number }
>(
  'machine_request.due',
  `select machine, ownership from machine_request
    where mails <= $mails and denied_at is null and created_at <= $until order by created_at limit $limit`,
  { scope: 'every shard', because: 'job' },
)

/** Counts a mail once. */
export const countRequestMail = statement<
  { machine: string },
  { machine: string; ownership: string; mails: number }
>(
  'machine_request.count_mail',
  `update machine_request set mails = $mails::int + 1
    where machine = $machine and ownership = $ownership and mails <= $mails and denied_at is null returning machine`,
)
