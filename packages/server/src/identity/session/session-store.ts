/** Rows of sessions, known devices and sign-in records. */
import { SESSIONS_MAX } from '@kerf/contract/limits'
import { type Queryable, statement } from '../../platform/db/database.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { POSTPONE_DAYS, POSTPONE_TIMES } from '../enterprise/postpone-password.ts'
import { isLiveSession } from './live-session.ts'

/** A session that was found by the hash of its token. */
export interface SessionRow extends SessionClaims {
  /** 1-based position of its token's hash in the array that was asked for */
  readonly place: number
}

declare const isHashArray: unique symbol
/** PostgreSQL's text form of a bytea[]. */
export type HashArray = string & { readonly [isHashArray]: true }

/** From hex. The driver's own way, by a Buffer for each, takes three times as long, and every session check goes by here. */
export const hashArray = (hashes: readonly string[]): HashArray =>
  `{${hashes.map(hash => `\\\\x${hash}`).join()}}` as HashArray

/**
 * Dead sessions are told from live ones by the database's clock (S-048). The array is asked for in a query of its own so
 * that the plan does not hang on its length and is made once.
 */
export const findSessions = statement<SessionRow, [hashes: HashArray]>(
  'session.find',
  `select array_position($1, s.token_hash) as place, s.uid, s.handle, s.remember,
          date_part('epoch', now() - s.proved_at) as authentication_age,
          date_part('epoch', now() - s.last_seen) as idle,
          a.kind, a.status, a.nickname, a.headpic, a.country, a.region, a.enterprise_id, a.default_password,
          a.default_password and (a.default_first_used_at < now() - interval '${POSTPONE_DAYS} days'
            or a.default_postponed >= ${POSTPONE_TIMES} and s.first_login > a.default_postponed_at)
            as must_change_password
     from session s join account a on a.uid = s.uid
    where s.token_hash = any ((select $1::bytea[])::bytea[]) and a.status <> 'banned'
      and ${isLiveSession('s')}`,
)

export const touchSessions = statement<never, [uids: string[], handles: string[]]>(
  'session.touch',
  `update session s set last_seen = now()
     from unnest($1::uuid[], $2::text[]) as t(uid, handle)
    where s.uid = t.uid and s.handle = t.handle`,
)

export interface NewSession {
  readonly uid: string
  readonly handle: string
  readonly tokenHash: Buffer
  readonly remember: boolean
  readonly method: string
  readonly ip: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly userAgent: string
  readonly browserHash: Buffer
  readonly network: string | null
  readonly app: string
  readonly requestId: string
  /** the session it grew from, by a ticket; null for a sign-in */
  readonly parentHandle: string | null
  /** what the password given was checked against; null: another way in */
  readonly passwordHash: string | null
}

export interface Issued {
  readonly issued: boolean
  /** the account never signed in from this device before */
  readonly fresh: boolean
  /** it did so from another */
  readonly known: boolean
  /** it has more sessions than it may (S-052) */
  readonly crowded: boolean
}

/**
 * Session, sign-in record, device and audit row in one statement, only for an account that may sign in at this very
 * moment (S-012), by the password it has at this moment: the share lock makes it wait for a ban or a change under way.
 * `origin`: a part that gives the root and proof of the session it grows from; `from`: what holds both.
 */
const insertion = (origin: string, from: string): string =>
  `with allowed as (
     select uid, null::text as root, now() as proved_at
       from account where uid = $1 and status <> 'banned' and ($15::text is null or password_hash = $15) for share
   )${origin}, made as (
     insert into session (uid, handle, token_hash, remember, method, ip, place, application, platform, user_agent, device_hash, root, proved_at)
     select uid, $2, $3, $4, $5, $6::inet, $7, $8, $9, $10, $11, root, proved_at from ${from} returning uid
   ), recorded as (
     insert into sign_in_record (uid, ip, place, application, platform, method, session)
     select uid, $6::inet, $7, $8, $9, $5, $2 from made
   ), device as (
     insert into known_device (uid, device_hash) select uid, $11 from made
     on conflict (uid, device_hash) do update set last_seen = now() returning (xmax = 0) as fresh
   ), used as (
     insert into account_app (uid, app) select uid, $13 from made where $13 <> '' on conflict do nothing
   ), audited as (
     insert into audit_event (event, outcome, uid, network, app, request_id, detail)
     select 'login.' || $5, 'ok', uid, $12, $13, $14, jsonb_build_object('session', $2::text) from made
   )
   select exists (select from made) as issued,
          coalesce((select fresh from device), false) as fresh,
          exists (select from known_device where uid = $1) as known,
          exists (select from session where uid = $1 offset ${SESSIONS_MAX - 1}) as crowded`

const insertSession = statement<Issued, unknown[] & readonly unknown[]>(
  'session.insert',
  insertion('', 'allowed'),
)

/**
 * The same for one that grows from another: that one must last at this moment, and the new one has proved itself when
 * that one had, since a ticket proves nothing anew.
 */
const growSession = statement<Issued, unknown[] & readonly unknown[]>(
  'session.grow',
  insertion(
    `, origin as (
     select s.uid, coalesce(s.root, s.handle) as root, s.proved_at
       from allowed a join session s on s.uid = a.uid and s.handle = $16 for key share of s
   )`,
    'origin',
  ),
)

export async function storeSession(on: Queryable, session: NewSession): Promise<Issued> {
  const values = [
    session.uid,
    session.handle,
    session.tokenHash,
    session.remember,
    session.method,
    session.ip,
    session.place,
    session.application,
    session.platform,
    session.userAgent,
    session.browserHash,
    session.network,
    session.app,
    session.requestId,
    session.passwordHash,
  ]
  const [row] =
    session.parentHandle === null
      ? await insertSession(on, ...values)
      : await growSession(on, ...values, session.parentHandle)
  return row ?? { issued: false, fresh: false, known: false, crowded: false }
}

/** Ends those longest unseen beyond what an account may have. */
export const deleteOldestSessions = statement<{ handle: string }, [uid: string]>(
  'session.drop_oldest',
  `delete from session where uid = $1 and handle in (
     select handle from session where uid = $1 order by last_seen desc offset ${SESSIONS_MAX}
   ) returning handle`,
)
