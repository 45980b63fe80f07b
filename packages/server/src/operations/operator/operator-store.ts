/** Tables `operator` and `operator_invitation`. Times are unix seconds. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface OperatorRow {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly invitedBy: string
  readonly createdAt: number
  readonly removedAt: number | null
  /** the owner who vouches for the operator; null: only those who let the operator in do */
  readonly confirmedBy: string | null
  /** passkeys that the operator has */
  readonly passkeys: number
  /** whether the company's OpenID provider knows the operator */
  readonly hasCompanyLogin: boolean
}

const COLUMNS = `o.id, o.name, o.roles, o.invited_by as "invitedBy", ${epochSeconds('o.created_at')} as "createdAt",
  ${epochSeconds('o.removed_at')} as "removedAt", o.confirmed_by as "confirmedBy", o.subject is not null as "hasCompanyLogin",
  (select count(*)::int from operator_passkey k where k.operator = o.id) as passkeys`
const COORDINATOR = { scope: 'coordinator' } as const

export const insertOperator = statement<
  { id: string },
  { id: string; name: string; roles: readonly string[]; invitedBy: string }
>(
  'operator.insert',
  `insert into operator (id, name, roles, invited_by) values ($id, $name, $roles, $invitedBy)
   on conflict (lower(name)) where removed_at is null do nothing returning id`,
  COORDINATOR,
)

/** Locks the operator, so that no invitation or role is given to somebody who is being removed. */
export const lockOperator = statement<OperatorRow, { name: string }>(
  'operator.lock',
  `select ${COLUMNS} from operator o where lower(o.name) = lower($name) and o.removed_at is null for update`,
  COORDINATOR,
)

export const listOperatorRows = statement<OperatorRow>(
  'operator.list',
  `select ${COLUMNS} from operator o order by o.removed_at is not null, lower(o.name), o.created_at`,
  COORDINATOR,
)

export const countOwners = statement<{ owners: number }, { except: string }>(
  'operator.count_owners',
  `select count(*)::int as owners from operator where 'owner' = any (roles) and removed_at is null and id <> $except`,
  COORDINATOR,
)

const canEnter = (token: string): string =>
  `(o.subject is not null or exists (select 1 from operator_passkey k where k.operator = o.id)
    or (${token} and exists (select 1 from operator_token t where t.operator = o.id and t.revoked_at is null and t.expires_at > now())))`

/** Who has a passkey or the company's login; `token`: an operator with a token counts too; `owner`: only owners count. */
export const findEnteringOperator = statement<{ id: string }, { owner: boolean; token: boolean }>(
  'operator.find_entering',
  `select id from operator o
    where removed_at is null and (not $owner::boolean or 'owner' = any (roles)) and ${canEnter('$token::boolean')}
    limit 1`,
  COORDINATOR,
)

/** No row: the operator has nothing to enter with. */
export const findWayIn = statement<{ id: string }, { operator: string }>(
  'operator.find_way_in',
  `select id from operator o where o.id = $operator and ${canEnter('true')}`,
  COORDINATOR,
)

/** Everyone who let in one of `from`, at any step, and those themselves. */
export const withIssuers = (name: string, from: string): string =>
  `${name} (principal) as (select unnest(${from}) union select i.issuer from ${name} join operator_issuer i on i.operator = principal)`
/**
 * No row: who confirms has let the operator in, or the other way round, or somebody both, at any step; or is no owner any more. `by`: id
 * of the operator who confirms; null: a login to the machine. Its row is locked, so that who removes it ends the confirmation too.
 */
export const confirmRow = statement<
  { id: string },
  { id: string; name: string; by: string | null; principals: readonly string[] }
>(
  'operator.confirm',
  `with recursive ${withIssuers('own', '$principals::text[]')}, ${withIssuers('theirs', 'array[$id::text]')},
     confirming (id) as (select id from operator where id = $by and removed_at is null and 'owner' = any (roles) for share)
   update operator set confirmed_by = $name, confirmed_at = now()
    where id = $id and removed_at is null and ($by::text is null or exists (select 1 from confirming))
      and not exists (select 1 from own join theirs using (principal) where principal like 'op\\_%' or principal = any ($principals::text[]))
   returning id`,
  COORDINATOR,
)

export const endConfirmation = statement<never, { operator: string }>(
  'operator.end_confirmation',
  'update operator set confirmed_by = null, confirmed_at = null where id = $operator',
  COORDINATOR,
)

/** Of an owner who leaves or is no owner any more. */
export const endConfirmationsBy = statement<never, { name: string }>(
  'operator.end_confirmations_by',
  'update operator set confirmed_by = null, confirmed_at = null where confirmed_by = $name',
  COORDINATOR,
)

export const setOperatorRoles = statement<{ id: string }, { id: string; roles: readonly string[] }>(
  'operator.set_roles',
  'update operator set roles = $roles where id = $id and removed_at is null returning id',
  COORDINATOR,
)

export const removeOperatorRow = statement<{ id: string }, { id: string }>(
  'operator.remove',
  'update operator set removed_at = now() where id = $id and removed_at is null returning id',
  COORDINATOR,
)

/** An inviter never counts as independent of an operator whom they let in. */
export const addIssuers = statement<never, { operator: string; issuers: readonly string[] }>(
  'operator_issuer.add',
  `insert into operator_issuer (operator, issuer) select $operator, unnest($issuers::text[]) on conflict do nothing`,
  COORDINATOR,
)

/** The caller's transaction reads afterwards what the holder of the lock has changed. */
export const lockOperatorId = statement<never, { operator: string }>(
  'operator.lock_id',
  'select 1 from operator where id = $operator for update',
  COORDINATOR,
)

/** Operators whom a development server invited, and everyone whom they let in. */
export const listOperatorsFrom = statement<{ id: string; name: string }, { issuer: string }>(
  'operator.list_from',
  `with recursive found as (
     select id from operator where invited_by = $issuer
     union select i.operator from operator_issuer i join found on i.issuer = found.id
   )
   select id, name from operator where id in (select id from found) and removed_at is null`,
  COORDINATOR,
)

/** Everything that the operator could enter with. The caller has locked the operator, so that no login under way is missed. */
export const deleteWaysIn = statement<never, { id: string }>(
  'operator.delete_ways_in',
  `with s as (delete from operator_session where operator = $id), i as (delete from operator_invitation where operator = $id),
        k as (delete from operator_passkey where operator = $id), c as (delete from operator_ceremony where operator = $id),
        o as (update operator set issuer = null, subject = null, confirmed_by = null, confirmed_at = null where id = $id)
   update operator_token set revoked_at = now() where operator = $id and revoked_at is null`,
  COORDINATOR,
)

export const insertInvitation = statement<
  never,
  { hash: Buffer; operator: string; issuedBy: string; issuers: readonly string[]; hours: number }
>(
  'operator_invitation.insert',
  `insert into operator_invitation (hash, operator, issued_by, issuers, expires_at)
   values ($hash, $operator, $issuedBy, $issuers, now() + $hours::int * interval '1 hour')`,
  COORDINATOR,
)

/** A new invitation replaces the others. */
export const deleteInvitations = statement<never, { operator: string }>(
  'operator_invitation.delete',
  'delete from operator_invitation where operator = $operator',
  COORDINATOR,
)

export const deleteInvitationsFrom = statement<never, { issuer: string; operators: readonly string[] }>(
  'operator_invitation.delete_from',
  'delete from operator_invitation where issued_by = $issuer or issuers && $operators::text[]',
  COORDINATOR,
)

export interface InvitedRow {
  readonly operator: string
  readonly name: string
  readonly roles: readonly string[]
}

export const findInvited = statement<InvitedRow, { hash: Buffer }>(
  'operator_invitation.find',
  `select i.operator, o.name, o.roles from operator_invitation i join operator o on o.id = i.operator
    where i.hash = $hash and i.expires_at > now() and o.removed_at is null`,
  COORDINATOR,
)

/** Counts once: no row if it was used, replaced or has ended. */
export const takeInvitation = statement<{ operator: string; issuers: readonly string[] }, { hash: Buffer }>(
  'operator_invitation.take',
  `delete from operator_invitation i using operator o
    where i.hash = $hash and i.expires_at > now() and o.id = i.operator and o.removed_at is null
   returning i.operator, i.issuers`,
  COORDINATOR,
)

/** Events of an hour that somebody should look at. */
export const countOperatorAlerts = statement<{ event: string; count: number }>(
  'operator.count_alerts',
  `select event, count(*)::int as count from audit_event
    where at > now() - interval '1 hour' and event in ('operator.break_glass', 'operator.browsing') group by 1`,
  COORDINATOR,
)
