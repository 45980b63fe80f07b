/** Tables `openid_grant` (what an app may do for an account) and `openid_consent` (what a person agreed to for a third party). */

import { DAY_SECONDS } from '@kerf/contract/limits'
import type { MachineAction } from '@kerf/contract/machines/machine-details'
import type { GrantEnd } from '@kerf/contract/openid/grant-end'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { isLiveSession } from '../account/live-session.ts'

/** A grant ends after this time without use, as the last refresh token of it does. */
export const GRANT_TTL_SECONDS = 90 * DAY_SECONDS

export interface GrantKey {
  readonly uid: string
  readonly id: string
}

export interface GrantRow {
  readonly id: string
  readonly client_id: string
  /** handle of the session in which the person granted it */
  readonly session: string
  readonly scopes: readonly string[]
  /** resource indicators (RFC 8707) */
  readonly resources: readonly string[]
  /** outlives its session */
  readonly offline: boolean
  /** unix seconds */
  readonly expires_at: number
}

const COLUMNS = `id, client_id, session, scopes, resources, offline,
          ${epochSeconds('expires_at')} as expires_at`

/** SQL: the elements of both arrays, each once. */
const union = (some: string, others: string): string =>
  `array(select distinct one from unnest(${some} || ${others}) one order by one)`

/**
 * The session's grant for the app. What it held before stays: tokens of the same session may use it. No row: the session has
 * ended. The lock makes an end at the same moment wait, so that it finds the grant.
 */
export const upsertGrant = statement<
  GrantRow,
  {
    uid: string
    id: string
    clientId: string
    session: string
    scopes: readonly string[]
    resources: readonly string[]
    offline: boolean
    ttlSeconds: number
  }
>(
  'grant.upsert',
  `insert into openid_grant as g (uid, id, client_id, session, scopes, resources, offline, expires_at)
   select s.uid, $id, $clientId, s.handle, $scopes, $resources, $offline, now() + make_interval(secs => $ttlSeconds)
     from session s where s.uid = $uid and s.handle = $session and ${isLiveSession('s')} for key share
   on conflict (uid, session, client_id) do update
      set scopes = ${union('g.scopes', 'excluded.scopes')}, resources = ${union('g.resources', 'excluded.resources')},
          offline = g.offline or excluded.offline, expires_at = excluded.expires_at
   returning ${COLUMNS}`,
)

export const findGrant = statement<GrantRow, GrantKey>(
  'grant.find',
  `select ${COLUMNS} from openid_grant where uid = $uid and id = $id`,
)

export interface EndedGrant {
  readonly id: string
  readonly client_id: string
  readonly session: string
  readonly offline: boolean
}

const ENDED = 'id, client_id, session, offline'

const insertEndedGrant = statement<never, { uid: string; id: string; clientId: string; reason: GrantEnd }>(
  'grant.insert_ended',
  `insert into openid_ended_grant (uid, id, client_id, reason) values ($uid, $id, $clientId, $reason)
       on conflict do nothing`,
)

export interface EndedAccess {
  readonly client_id: string
  readonly reason: GrantEnd
  /** unix seconds */
  readonly ended_at: number
}

/** The newest first. */
export const listEndedGrants = statement<EndedAccess, { uid: string; days: number }>(
  'grant.list_ended',
  `select client_id, reason, ${epochSeconds('ended_at')} as ended_at from openid_ended_grant
    where uid = $uid and ended_at > now() - make_interval(days => $days) order by ended_at desc`,
)

export interface GrantStatus {
  readonly account_status: string
  /** of the live grant */
  readonly client_id: string | null
  readonly ended_client: string | null
  readonly reason: GrantEnd | null
}

/** What became of a grant. No row: the account was deleted. */
export const findGrantStatus = statement<GrantStatus, GrantKey>(
  'grant.status',
  `select a.status as account_status, g.client_id, e.client_id as ended_client, e.reason
     from account a
     left join openid_grant g on g.uid = a.uid and g.id = $id
     left join openid_ended_grant e on e.uid = a.uid and e.id = $id
    where a.uid = $uid`,
)

const deleteTokens = statement<never, { uid: string; ids: readonly string[] }>(
  'grant.delete_tokens',
  'delete from openid_token where uid = $uid and grant_id = any($ids)',
)

/** Tokens first: none may be left that was stored while its grant was deleted. */
async function deleteTokensOf(tx: Queryable, uid: string, ended: readonly EndedGrant[]): Promise<void> {
  if (ended.length > 0) await deleteTokens(tx, { uid, ids: ended.map(({ id }) => id) })
}

/** Only offline access has refresh tokens, whose app asks again. */
async function finishEnd(
  tx: Queryable,
  uid: string,
  ended: readonly EndedGrant[],
  reason: GrantEnd,
): Promise<void> {
  await Promise.all([
    deleteTokensOf(tx, uid, ended),
    ...ended.flatMap(({ id, client_id: clientId, offline }) =>
      offline ? [insertEndedGrant(tx, { uid, id, clientId, reason })] : [],
    ),
  ])
}

const deleteGrantRow = statement<EndedGrant, GrantKey>(
  'grant.delete',
  `delete from openid_grant where uid = $uid and id = $id returning ${ENDED}`,
)

export async function deleteGrant(tx: Queryable, key: GrantKey, reason: GrantEnd): Promise<EndedGrant[]> {
  const ended = await deleteGrantRow(tx, key)
  await finishEnd(tx, key.uid, ended, reason)
  return ended
}

const deleteOfSessions = statement<EndedGrant, { uid: string; sessions: readonly string[] }>(
  'grant.delete_of_sessions',
  `with ended as (
     delete from openid_grant where uid = $uid and session = any($sessions) and not offline
     returning ${ENDED}
   )
   select ${ENDED} from ended
   union all
   select ${ENDED} from openid_grant
    where uid = $uid and session = any($sessions) and offline`,
)

/** Ends the grants of sessions that ended. Returns every app that was used in them, also those whose offline access goes on. */
export async function deleteGrantsOfSessions(
  tx: Queryable,
  uid: string,
  sessions: readonly string[],
): Promise<EndedGrant[]> {
  if (sessions.length === 0) return []
  const known = await deleteOfSessions(tx, { uid, sessions })
  await deleteTokensOf(
    tx,
    uid,
    known.filter(({ offline }) => !offline),
  )
  return known
}

const deleteAll = statement<EndedGrant, { uid: string }>(
  'grant.delete_all',
  `delete from openid_grant where uid = $uid returning ${ENDED}`,
)

/** After a new password, a sign-out everywhere, a ban. */
export async function deleteAllGrants(tx: Queryable, uid: string, reason: GrantEnd): Promise<EndedGrant[]> {
  const ended = await deleteAll(tx, { uid })
  await finishEnd(tx, uid, ended, reason)
  return ended
}

const deleteOthers = statement<EndedGrant, { uid: string; session: string }>(
  'grant.delete_others',
  `delete from openid_grant where uid = $uid and (session <> $session or offline)
   returning ${ENDED}`,
)

/** All except those that are bound to the given session. */
export async function deleteOtherGrants(
  tx: Queryable,
  uid: string,
  session: string,
  reason: GrantEnd,
): Promise<EndedGrant[]> {
  const ended = await deleteOthers(tx, { uid, session })
  await finishEnd(tx, uid, ended, reason)
  return ended
}

/** A machine that the person chose for a third party, as it is stored. */
export interface ChosenMachine {
  readonly machine: string
  /** the ownership number at the time of the choice */
  readonly ownership: string
  readonly actions: readonly MachineAction[]
  /** whether the app learns its name */
  readonly named: boolean
}

export interface ConsentDetails {
  /** null: none were ever chosen */
  readonly details: readonly ChosenMachine[] | null
  readonly details_version: string | null
}

export const findConsent = statement<
  ConsentDetails & { scopes: readonly string[] },
  { uid: string; clientId: string }
>(
  'consent.find',
  'select scopes, details, details_version from openid_consent where uid = $uid and client_id = $clientId',
)

/** Replaces the earlier choice, and with its version ends the tokens that have it. The same choice again ends none. */
export const replaceDetails = statement<
  never,
  { uid: string; clientId: string; details: string; version: string }
>(
  'consent.replace_details',
  `update openid_consent set details = $details::jsonb,
          details_version = case when details = $details::jsonb then details_version else $version end
    where uid = $uid and client_id = $clientId`,
)

/** Adds to what the person agreed to before. */
export const upsertConsent = statement<never, { uid: string; clientId: string; scopes: readonly string[] }>(
  'consent.upsert',
  `insert into openid_consent as c (uid, client_id, scopes)
   select a.uid, $clientId, $scopes from (select uid from account where uid = $uid for key share) a
   on conflict (uid, client_id) do update set scopes = ${union('c.scopes', 'excluded.scopes')},
      granted_at = excluded.granted_at`,
)

export interface ConsentRow {
  readonly client_id: string
  readonly scopes: readonly string[]
  /** unix seconds */
  readonly granted_at: number
}

export const listConsents = statement<ConsentRow, { uid: string }>(
  'consent.list',
  `select client_id, scopes, ${epochSeconds('granted_at')} as granted_at
     from openid_consent where uid = $uid`,
)

export const listGrants = statement<
  Pick<GrantRow, 'client_id' | 'session' | 'scopes' | 'offline'> & { created_at: number },
  { uid: string }
>(
  'grant.list',
  `select client_id, session, scopes, offline, ${epochSeconds('created_at')} as created_at
     from openid_grant where uid = $uid and expires_at > now()`,
)

const deleteConsent = statement<never, { uid: string; clientId: string }>(
  'consent.delete',
  'delete from openid_consent where uid = $uid and client_id = $clientId',
)

const deleteOfClient = statement<EndedGrant, { uid: string; clientId: string }>(
  'grant.delete_of_client',
  `delete from openid_grant where uid = $uid and client_id = $clientId returning ${ENDED}`,
)

/** Withdraws all that the app may do, and the consent to it. */
export async function deleteGrantsOfClient(
  tx: Queryable,
  uid: string,
  clientId: string,
): Promise<EndedGrant[]> {
  await deleteConsent(tx, { uid, clientId })
  const ended = await deleteOfClient(tx, { uid, clientId })
  await finishEnd(tx, uid, ended, 'withdrawn')
  return ended
}

/** What a thief may have allowed. */
export const deleteConsentsSince = statement<{ client_id: string }, { uid: string; since: Date }>(
  'grant.delete_consents_since',
  'delete from openid_consent where uid = $uid and granted_at >= $since returning client_id',
)

/** A grant lives as long as its tokens. Written once a day at most. */
export const extendGrant = statement<never, { uid: string; grantId: string; ttlSeconds: number }>(
  'grant.extend',
  `update openid_grant set expires_at = now() + make_interval(secs => $ttlSeconds)
    where uid = $uid and id = $grantId`,
)

/** Grants of a session. No row: it has ended, or nothing was granted in it. */
export const listSessionGrants = statement<
  { id: string; client_id: string },
  { uid: string; session: string }
>(
  'grant.list_of_session',
  `select g.id, g.client_id from openid_grant g
     join session s on s.uid = g.uid and s.handle = g.session
    where g.uid = $uid and g.session = $session and ${isLiveSession('s')}`,
)
