/** Table `approval`: acts that wait for a second operator. Times are unix seconds. */
import { statement } from '../../platform/db/database.ts'
import { withIssuers } from './operator-store.ts'

export interface ApprovalRow {
  readonly id: string
  /** words of the command */
  readonly operation: string
  readonly summary: string
  readonly reason: string
  readonly requestedBy: string
  readonly requestedSource: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly state: 'pending' | 'approved' | 'rejected' | 'used' | 'expired'
  readonly decidedBy: string | null
  readonly decidedSource: string | null
  readonly decidedAt: number | null
  readonly note: string | null
  /** it waits with details that `revealApproval` shows */
  readonly hasDetails: boolean
  /** names of the operators who have seen them */
  readonly detailsSeenBy: readonly string[]
}

const seconds = (column: string, as: string): string =>
  `floor(extract(epoch from ${column}))::float8 as "${as}"`
const COLUMNS = `id, operation, summary, reason, requested_by as "requestedBy", requested_source as "requestedSource",
  ${seconds('created_at', 'createdAt')}, ${seconds('expires_at', 'expiresAt')},
  case when state in ('pending', 'approved') and expires_at <= now() then 'expired' else state end as state,
  decided_by as "decidedBy", decided_source as "decidedSource", ${seconds('decided_at', 'decidedAt')}, note,
  details is not null as "hasDetails", details_seen_by as "detailsSeenBy"`

interface Act {
  readonly operation: string
  readonly digest: Buffer
  readonly name: string
  readonly source: string
}

/** An act that expired does not prevent that the same one is asked for again. */
export const expireSameAct = statement<never, Act>(
  'approval.expire_same',
  `update approval set state = 'expired', details = null
    where operation = $operation and digest = $digest and requested_by = $name and requested_source = $source
      and state = 'pending' and expires_at <= now()`,
  { scope: 'coordinator' },
)

export const expireApprovals = statement<never>(
  'approval.expire',
  `update approval set state = 'expired', details = null where state in ('pending', 'approved') and expires_at <= now()`,
  { scope: 'coordinator' },
)

/** Days for which an approval is stored after its end. */
const APPROVAL_DAYS = 180

export const deleteOldApprovals = statement<never>(
  'approval.delete_old',
  `delete from approval where expires_at < now() - interval '${APPROVAL_DAYS} days'`,
  { scope: 'coordinator' },
)

/** The same act of the same operator waits once. */
export const insertApproval = statement<
  ApprovalRow,
  Act & {
    id: string
    summary: string
    details: string | null
    reason: string
    login: string | null
    hours: number
  }
>(
  'approval.insert',
  `insert into approval (id, operation, digest, summary, details, reason, requested_by, requested_source,
                         requested_login, expires_at)
   values ($id, $operation, $digest, $summary, $details, $reason, $name, $source, $login, now() + $hours::int * interval '1 hour')
   on conflict (operation, digest, requested_by, requested_source) where state = 'pending'
   do update set reason = approval.reason returning ${COLUMNS}`,
  { scope: 'coordinator' },
)

/** Takes an approval once, for the operator who asked. */
export const takeApproval = statement<ApprovalRow, Act>(
  'approval.take',
  `update approval set state = 'used'
    where state = 'approved' and id = (
            select id from approval
             where operation = $operation and digest = $digest and requested_by = $name and requested_source = $source
               and state = 'approved' and expires_at > now()
             order by created_at limit 1 for update skip locked)
   returning ${COLUMNS}`,
  { scope: 'coordinator' },
)

/** One operator who let both in may act as both of them, unless another owner vouches for one of them. */
const SHARES_ISSUER = `exists (select 1 from own join theirs using (principal) where principal like 'op\\_%')`
const isConfirmed = (principals: string): string =>
  `exists (select 1 from operator o where o.id = any (${principals}) and o.confirmed_at is not null and o.removed_at is null)`
const REQUESTER = `array[replace(requested_source, 'operator:', ''), requested_login, 'name:' || lower(requested_by)]`

/**
 * Approves for another person only: another name, another proof, another login to the machine. Neither has let the other in, at any
 * step. If one operator let both in, another owner has confirmed one of them. Only an operator who has seen the details approves.
 * `principals`: all that the operator is known by. No row: it is not for this operator to approve, or it waits no longer.
 */
export const approveRow = statement<
  ApprovalRow,
  {
    id: string
    name: string
    source: string
    login: string | null
    principals: readonly string[]
    note: string | null
  }
>(
  'approval.approve',
  `with recursive asked as (select ${REQUESTER} as principals from approval where id = $id),
                  ${withIssuers('own', '$principals::text[]')},
                  ${withIssuers('theirs', '(select principals from asked)')}
   update approval set state = 'approved', decided_by = $name, decided_source = $source, decided_at = now(), note = $note, details = null
    where id = $id and state = 'pending' and expires_at > now()
      and (details is null or $name = any (details_seen_by))
      and lower(requested_by) <> lower($name::text) and requested_source <> $source
      and ($login::text is null or requested_login is null or requested_login <> $login)
      and (requested_issuer is null or lower(requested_issuer) <> lower($name::text))
      and not exists (select 1 from own where principal = any (${REQUESTER}))
      and not exists (select 1 from theirs where principal = any ($principals::text[]))
      and (not ${SHARES_ISSUER} or ${isConfirmed(REQUESTER)} or ${isConfirmed('$principals::text[]')})
   returning ${COLUMNS}`,
  { scope: 'coordinator' },
)

/** Anyone may reject, also who asked. No row: it waits no longer. */
export const rejectRow = statement<
  ApprovalRow,
  { id: string; name: string; source: string; note: string | null }
>(
  'approval.reject',
  `update approval set state = 'rejected', decided_by = $name, decided_source = $source, decided_at = now(), note = $note, details = null
    where id = $id and state = 'pending' and expires_at > now() returning ${COLUMNS}`,
  { scope: 'coordinator' },
)

/** `digest`: names what is asked for, to the letter. */
export const findApproval = statement<ApprovalRow & { readonly digest: string }, { id: string }>(
  'approval.find',
  `select ${COLUMNS}, left(encode(digest, 'hex'), 12) as digest from approval where id = $id`,
  { scope: 'coordinator' },
)

/** Shows the details of a request that waits, and stores who saw them. No row: there are none. */
export const revealApproval = statement<{ details: string }, { id: string; name: string }>(
  'approval.reveal',
  `update approval set details_seen_by = array_append(array_remove(details_seen_by, $name::text), $name::text)
    where id = $id and state = 'pending' and expires_at > now() and details is not null returning details`,
  { scope: 'coordinator' },
)

/** Newest first. */
export const listApprovals = statement<ApprovalRow, { pendingOnly: boolean; limit: number }>(
  'approval.list',
  `select ${COLUMNS} from approval
    where not $pendingOnly::boolean or (state = 'pending' and expires_at > now())
    order by approval.created_at desc, id limit $limit`,
  { scope: 'coordinator' },
)
