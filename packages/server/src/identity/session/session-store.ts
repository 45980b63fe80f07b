/** Sessions: found by token, started, ended. Times are decided by the database's clock (S-048). */

import { SESSIONS_MAX } from '@kerf/contract/limits'
import type { GrantEnd } from '@kerf/contract/openid/grant-end'
import { type EndedSession, publishSessionEvents } from '../../outbound/webhook/publish-account-event.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { DEFAULT_PASSWORD_POSTPONE_DAYS, DEFAULT_PASSWORD_POSTPONE_MAX } from '../account/default-password.ts'
import { isLiveSession } from '../account/live-session.ts'
import { endAllGrants, endGrantsOfSessions, endOtherGrants } from '../grant/end-grants.ts'
import type { Authentication } from './authentication.ts'
import type { SessionClaims } from './session-claims.ts'
import { isEvictedFirst } from './store/eviction.ts'
import { publishSessionsEnded } from './store/sessions-ended-store.ts'

/** A session that was found by the hash of its token. */
export interface SessionRow extends SessionClaims {
  /** 1-based position of the token's hash in the array of the query */
  readonly position: number
  /** false: only time has ended it */
  readonly live: boolean
}

declare const isHashArray: unique symbol
/** PostgreSQL's text form of a bytea[]. */
export type HashArray = string & { readonly [isHashArray]: true }

/** From hex. The driver's own conversion of a Buffer array takes three times as long, and every request pays for it. */
export const hashArray = (hashes: readonly string[]): HashArray =>
  `{${hashes.map(hash => `\\\\x${hash}`).join()}}` as HashArray

const CLAIMS = `${isLiveSession('s')} as live, s.uid, s.handle, s.remember,
          date_part('epoch', now() - s.proved_at) as authentication_age,
          date_part('epoch', s.proved_at) as authenticated_at, s.acr, s.amr,
          date_part('epoch', now() - s.last_seen) as idle,
          a.kind, a.status, a.nickname, a.headpic, a.country, a.region, a.enterprise_id, a.default_password,
          a.default_password and (a.default_first_used_at < now() - interval '${DEFAULT_PASSWORD_POSTPONE_DAYS} days'
            or a.default_postponed >= ${DEFAULT_PASSWORD_POSTPONE_MAX} and s.first_login > a.default_postponed_at)
            as must_change_password`

/**
 * Finds sessions of accounts that are not banned, also those that only time has ended. Reads the account in the same statement, so that no request acts on
 * an older state of it. The subselect keeps the plan independent of the array's length.
 */
export const findSessions = statement<SessionRow, { hashes: HashArray }>(
  'session.find',
  `select array_position($hashes, s.token_hash) as position, ${CLAIMS}
     from session s join account a on a.uid = s.uid
    where s.token_hash = any ((select $hashes::bytea[])::bytea[]) and a.status <> 'banned'`,
  { scope: 'every shard', because: 'old token' },
)

/** Like `findSessions`, on the shard of one account. `hash`: hexadecimal, with `\x` before it. */
export const findSession = statement<Omit<SessionRow, 'position'>, { uid: string; hash: string }>(
  'session.find_one',
  `select ${CLAIMS}
     from session s join account a on a.uid = s.uid
    where s.uid = $uid and s.token_hash = $hash and a.status <> 'banned'`,
)

export interface SessionKey {
  readonly uid: string
  readonly handle: string
}

export const touchSession = statement<never, SessionKey>(
  'session.touch',
  'update session set last_seen = now() where uid = $uid and handle = $handle',
)

/** Stores that the sessions were used now. In the order of their handles: two processes at once must not deadlock. */
export async function touchSessions(tx: Queryable, sessions: readonly SessionKey[]): Promise<void> {
  const ordered = sessions.toSorted((a, b) => (a.handle < b.handle ? -1 : 1))
  await Promise.all(ordered.map(({ uid, handle }) => touchSession(tx, { uid, handle })))
}

/** A session as its owner sees it. Times are unix seconds. */
export interface LiveSession {
  readonly handle: string
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly first_login: number
  readonly last_seen: number
  readonly recognized: boolean
  /** of a person at a machine; null: of a browser or an app */
  readonly ends_at: number | null
}

export const listSessions = statement<LiveSession, { uid: string }>(
  'session.list',
  `select handle, host(ip) as ip, place, application, platform,
          ${epochSeconds('first_login')} as first_login,
          ${epochSeconds('last_seen')} as last_seen, recognized, ${epochSeconds('ends_at')} as ends_at
     from session
    where uid = $uid and ${isLiveSession('session')}
    order by last_seen desc, handle`,
)

/** No row: it was recognized before, it is the session that asks, or it is not of the account. */
export const markSessionRecognized = statement<{ handle: string }, SessionKey & { by: string }>(
  'session.recognize',
  `update session set recognized = true
    where uid = $uid and handle = $handle and handle <> $by and not recognized returning handle`,
)

export const findSessionByHandle = statement<
  { remember: boolean; is_recently_authenticated: boolean },
  { uid: string; handle: string; reauthenticationTtlSeconds: number }
>(
  'session.by_handle',
  `select remember, proved_at > now() - make_interval(secs => $reauthenticationTtlSeconds) as is_recently_authenticated
     from session where uid = $uid and handle = $handle`,
)

/** Stores that an app learned of the session. The column `redeemed_by` holds the client ids. */
export const addLearnedBy = statement<never, SessionKey & { clientId: string }>(
  'session.add_learned_by',
  `update session set redeemed_by = array_append(redeemed_by, $clientId)
    where uid = $uid and handle = $handle and not $clientId = any(redeemed_by)`,
)

/**
 * Returns the sessions among the given pairs that the app learned of, named `uid.handle`, also those that only time has ended.
 * One statement covers several accounts.
 */
export const listSessionNames = statement<
  { name: string; live: boolean },
  { uids: readonly string[]; handles: readonly string[]; clientId: string }
>(
  'session.names',
  `select s.uid || '.' || s.handle as name, ${isLiveSession('s')} as live
     from unnest($uids::uuid[], $handles::text[]) as t(uid, handle)
     join session s on s.uid = t.uid and s.handle = t.handle
    where s.redeemed_by is null or $clientId = any(s.redeemed_by)`,
  { scope: 'every shard', because: 'sessions of an app' },
)

/** Like `listSessionNames`, on the shard of one account. */
export const findSessionName = statement<{ name: string; live: boolean }, SessionKey & { clientId: string }>(
  'session.name',
  `select s.uid || '.' || s.handle as name, ${isLiveSession('s')} as live from session s
    where s.uid = $uid and s.handle = $handle and (s.redeemed_by is null or $clientId = any(s.redeemed_by))`,
)

export interface SignInLock {
  readonly uid: string
  /** the hash that the password was verified against; null: signed in without a password */
  readonly passwordHash: string | null
  readonly hasSecondStep: boolean
}

/**
 * Locks an account for a sign-in. Returns no row if it is banned, deleted, has another password by now (S-012), or needs a
 * second step that was not passed.
 * Waits for a change of the account at the same moment, and makes later changes wait for this transaction: a ban or a
 * new password either prevents the session or ends it.
 */
export const lockForSignIn = statement<{ uid: string }, SignInLock>(
  'session.lock_account',
  `select uid from account
    where uid = $uid and status <> 'banned'
      and ($passwordHash::text is null or password_hash = $passwordHash)
      and ($hasSecondStep or not (second_factor or second_factor_demanded)) for share`,
)

export interface SessionOrigin {
  /** handle of the first session of the family, which ends together */
  readonly root: string
  /** time of the last authentication, in PostgreSQL's text form */
  readonly authenticated_at: string
  readonly acr: string
  readonly amr: readonly string[]
}

/** Keeps a session from ending before the transaction does. Returns no row if it has ended. */
export const lockSession = statement<SessionOrigin, SessionKey>(
  'session.lock',
  `select coalesce(root, handle) as root, proved_at::text as authenticated_at, acr, amr
     from session where uid = $uid and handle = $handle for key share`,
)

export interface NewSession extends SessionKey {
  readonly tokenHash: Buffer
  readonly remember: boolean
  readonly method: string
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly userAgent: string
  readonly browserHash: Buffer
  /** null: the person did not authenticate in this browser */
  readonly companionHash: Buffer | null
  readonly acr: string
  readonly amr: readonly string[]
}

/** A session of a family was authenticated when and as its parent was: a ticket proves nothing about the person. */
export const insertSession = statement<
  never,
  NewSession & { root: string | null; authenticatedAt: string | null }
>(
  'session.insert',
  `insert into session (uid, handle, token_hash, remember, method, ip, place, application, platform, user_agent,
                        device_hash, companion_hash, acr, amr, root, redeemed_by, proved_at)
   values ($uid, $handle, $tokenHash, $remember, $method, $ip::inet, $place, $application, $platform, $userAgent,
           $browserHash, $companionHash, $acr, $amr, $root, '{}', coalesce($authenticatedAt::timestamptz, now()))`,
)

/** Ends the sessions beyond `SESSIONS_MAX`: first the late ones of many new ones, then those not used for longest (S-052). */
export const deleteOldestSessions = statement<EndedSession, { uid: string }>(
  'session.delete_oldest',
  `delete from session where uid = $uid and handle in (
     select handle from (
       select handle, last_seen, ${isEvictedFirst('first_login')} as is_evicted_first from session where uid = $uid
     ) own order by is_evicted_first, last_seen desc offset ${SESSIONS_MAX}
   ) returning handle, redeemed_by`,
)

/** Replaces the companion: only the browser or page that reauthenticated holds the new one. */
export const markReauthenticated = statement<never, SessionKey & Authentication & { companionHash: Buffer }>(
  'session.reauthenticated',
  `update session set proved_at = now(), companion_hash = $companionHash, acr = $acr, amr = $amr
    where uid = $uid and handle = $handle`,
)

/** Returns a row if one of the hashes is that of the session's companion. */
export const findCompanion = statement<{ found: 1 }, SessionKey & { hashes: readonly Buffer[] }>(
  'session.companion',
  `select 1 as found from session
    where uid = $uid and handle = $handle and companion_hash = any($hashes::bytea[])`,
)

/**
 * Waits for a session that is being created from another one at this moment, and for a grant. A statement that ends them sees
 * those that exist when it starts, so it must start after this one.
 */
const lockAllSessions = statement<never, { uid: string }>(
  'session.lock_all',
  'select 1 from session where uid = $uid order by handle for update',
)

const deleteFamily = statement<EndedSession, SessionKey>(
  'session.delete_family',
  `delete from session s where s.uid = $uid and coalesce(s.root, s.handle) = (
     select coalesce(o.root, o.handle) from session o where o.uid = $uid and o.handle = $handle
   ) returning s.handle, s.redeemed_by`,
)

/** What follows when sessions end: apps learn of it, and what is bound to the sessions ends. */
export async function endOfSessions(
  tx: Queryable,
  uid: string,
  ended: readonly EndedSession[],
): Promise<void> {
  await publishSessionEvents(tx, uid, ended)
  await endGrantsOfSessions(
    tx,
    uid,
    ended.map(({ handle }) => handle),
  )
}

/** Ends a session and all that were created from it or that it was created from, on sibling hosts too. */
export async function deleteSession(tx: Queryable, key: SessionKey): Promise<EndedSession[]> {
  const { uid } = key
  const [, ended] = await Promise.all([
    lockAllSessions(tx, { uid }),
    deleteFamily(tx, key),
    publishSessionsEnded(tx, { uid }),
  ])
  await endOfSessions(tx, uid, ended)
  return ended
}

const deleteAll = statement<EndedSession, { uid: string }>(
  'session.delete_all',
  'delete from session where uid = $uid returning handle, redeemed_by',
)

export async function deleteAllSessions(
  tx: Queryable,
  of: { uid: string },
  reason: GrantEnd = 'logged_out_everywhere',
): Promise<EndedSession[]> {
  const [, ended] = await Promise.all([
    lockAllSessions(tx, of),
    deleteAll(tx, of),
    publishSessionsEnded(tx, of),
  ])
  await publishSessionEvents(tx, of.uid, ended)
  await endAllGrants(tx, of.uid, reason)
  return ended
}

const deleteOthers = statement<EndedSession, SessionKey>(
  'session.delete_others',
  'delete from session where uid = $uid and handle <> $handle returning handle, redeemed_by',
)

/** Ends all sessions of the account except the given one. */
export async function deleteOtherSessions(
  tx: Queryable,
  key: SessionKey,
  reason: GrantEnd = 'logged_out_everywhere',
): Promise<EndedSession[]> {
  const { uid } = key
  const [, ended] = await Promise.all([
    lockAllSessions(tx, { uid }),
    deleteOthers(tx, key),
    publishSessionsEnded(tx, { uid }),
  ])
  await publishSessionEvents(tx, uid, ended)
  await endOtherGrants(tx, uid, key.handle, reason)
  return ended
}

/** Of the live sessions, which may be older than the history of sign-ins, without those by ticket and at machines. Two letters each. */
export const listSessionCountries = statement<{ country: string }, { uid: string }>(
  'session.countries',
  `select distinct left(place, 2) as country from session where uid = $uid and place <> '' and method not in ('ticket', 'machine')`,
)
